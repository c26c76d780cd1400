# The command `queens` and its page in an image of 14 MB.
#
#     docker build -t queens .
#     docker run --rm queens count 14
#     docker run --rm -p 8080:8080 queens serve --addr 0.0.0.0:8080
FROM rust:1.95 AS build
WORKDIR /src
COPY . .
# Static, for the processor of the machine that builds.
RUN target="$(uname -m)-unknown-linux-musl" \
    && rustup target add "$target" \
    && cargo build --profile dist --locked -p queens-cli --target "$target" \
    && mv "target/$target/dist/queens" /queens

FROM scratch
COPY --from=build /queens /queens
COPY LICENSE-MIT LICENSE-APACHE /
USER 65534:65534
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["/queens", "serve", "--check", "--quiet", "--addr", "127.0.0.1:8080"]
ENTRYPOINT ["/queens"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
