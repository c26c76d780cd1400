# The command `queens` and its page in an image of 14 MB.
#
#     docker build -t queens .
#     docker run --rm queens count 14
#     docker run --rm -p 8080:8080 queens serve --addr 0.0.0.0:8080
FROM --platform=$BUILDPLATFORM rust:1.95 AS build
ARG TARGETARCH
WORKDIR /src
COPY . .
# Static, for amd64 and arm64 on either: Rust's own linker is enough, because no package is in C.
RUN case "$TARGETARCH" in amd64) machine=x86_64 ;; arm64) machine=aarch64 ;; *) exit 1 ;; esac \
    && target="$machine-unknown-linux-musl" \
    && rustup target add "$target" \
    && RUSTFLAGS=-Clinker=rust-lld cargo build --profile dist --locked -p queens-cli --target "$target" \
    && mv "target/$target/dist/queens" /queens

FROM scratch
COPY --from=build /queens /queens
# `.ci/release licences` adds LICENSE-THIRD-PARTY.
COPY LICENSE-* /
USER 65534:65534
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["/queens", "serve", "--check", "--quiet", "--addr", "127.0.0.1:8080"]
ENTRYPOINT ["/queens"]
CMD ["serve", "--addr", "0.0.0.0:8080"]
