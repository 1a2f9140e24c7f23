# The gateway as a worker. Beside this file are stream-fixer-worker.js and your gateway.json, then: workerd serve config.capnp
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "gateway",
      worker = (
        modules = [(name = "stream-fixer-worker.js", esModule = embed "stream-fixer-worker.js")],
        compatibilityDate = "2026-11-01",
        bindings = [
          # The options of the gateway, as in a file for --config.
          (name = "OPTIONS", json = embed "gateway.json"),
          # The key that clients must send, and the key that the servers get in its place.
          # (name = "KEY", fromEnvironment = "STREAM_FIXER_KEY"),
          # (name = "UPSTREAM_KEY", fromEnvironment = "STREAM_FIXER_UPSTREAM_KEY"),
        ],
        globalOutbound = "servers",
      ) ),
    ( name = "servers",
      network = (allow = ["private", "public"], tlsOptions = (trustBrowserCas = true)) ),
  ],
  # With HTTPS: https = (tlsOptions = …), see workerd.capnp.
  sockets = [(name = "http", address = "127.0.0.1:8788", http = (), service = "gateway")],
);
