/** Command-line options of `npm run gateway`. */
export interface GatewayOptions {
  readonly upstream: URL;
  /** The address to listen on, as `host:port`. */
  readonly listen: string;
  /** Host names that it answers to; null for any. */
  readonly hosts: readonly string[] | null;
  readonly progress: string;
  readonly isHermes: boolean;
  /** Certificates, in PEM, of an upstream whose authority browsers do not know. */
  readonly certificates?: string;
}

/**
 * Writes the configuration of workerd: one worker, which can reach one server and nothing else.
 * @param module file of the worker, relative to the configuration
 */
export function workerdConfig(options: GatewayOptions, module: string): string {
  const { upstream, listen, hosts, progress, isHermes, certificates } = options;
  const isSecure = upstream.protocol === 'https:';
  const trust = certificates === undefined ? '' : `, trustedCertificates = [${quoted(certificates)}]`;
  const address = `${upstream.hostname}:${upstream.port || (isSecure ? 443 : 80)}`;
  const tls = isSecure
    ? `tlsOptions = (trustBrowserCas = true${trust}), certificateHost = ${quoted(upstream.hostname)}`
    : '';
  const bindings = [
    text('UPSTREAM', upstream.href),
    text('PROGRESS', progress),
    text('HERMES', String(isHermes)),
    ...(hosts ? [text('HOSTS', hosts.join(' '))] : []),
    '(name = "SERVICE", service = "upstream")',
    '(name = "CONNECTION", service = "connection")',
  ];
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "gateway",
      worker = (
        modules = [(name = "worker.js", esModule = embed ${quoted(module)})],
        compatibilityDate = "2026-10-01",
        globalOutbound = "nothing",
        bindings = [
          ${bindings.join(',\n          ')},
        ],
      ),
    ),
    (name = "upstream", external = (address = ${quoted(address)}, ${isSecure ? 'https' : 'http'} = (${tls}))),
    (name = "connection", external = (address = ${quoted(address)}, tcp = (${tls}))),
    (name = "nothing", network = (allow = [])),
  ],
  sockets = [(name = "http", address = ${quoted(listen)}, http = (), service = "gateway")],
);
`;
}

function text(name: string, value: string): string {
  return `(name = ${quoted(name)}, text = ${quoted(value)})`;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}
