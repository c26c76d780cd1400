# The command `queens` and its page in an image of about ten megabytes.
#
#     docker build -t queens .
#     docker run --rm queens count 14
#     docker run --rm -p 8080:8080 queens serve --addr 0.0.0.0:8080
FROM rust:1.95-alpine AS build
# The tag fixes the version of Alpine, which keeps one version of a package only.
# hadolint ignore=DL3018
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo build --profile dist --locked -p queens-cli

FROM scratch
COPY --from=build /src/target/dist/queens /queens
COPY LICENSE-MIT LICENSE-APACHE /
USER 65534:65534
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["/queens", "count", "4", "--quiet"]
ENTRYPOINT ["/queens"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
