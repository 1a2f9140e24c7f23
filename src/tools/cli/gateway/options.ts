import { readFileSync, realpathSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  FORM_WORDS,
  readForm,
  readLogLevel,
  readUpstream,
  type GatewaySettings,
} from '../../../gateway/settings.ts';
import { compileRules } from '../../../normalizer/rules/compile-rules.ts';
import { chosenRepairs } from '../../../package/clean-response.ts';
import { activeRules } from '../../../rules/active-rules.ts';
import { ALL_PACKS } from '../../../rules/all-packs.ts';

const LISTEN = '127.0.0.1:8788';

/** Value and help of each option. */
const OPTIONS: Readonly<Record<string, readonly [string, string]>> = {
  upstream: [
    'URL',
    'the server, such as http://127.0.0.1:8642 or http://host/v1; of several: /PATH=URL for each',
  ],
  listen: ['HOST:PORT', `the address to listen on; ${LISTEN} by default`],
  'reuse-port': [
    '',
    'other gateways may listen on the same address, such as a newer one that takes over (Node 22.12)',
  ],
  host: [
    'NAME',
    "a host name to answer to, besides this machine's own; without one, 0.0.0.0 answers to any",
  ],
  progress: [
    'FORM',
    `tool progress: ${FORM_WORDS} (drop by default); header: X-Stream-Fixer-Progress`,
  ],
  hermes: [
    '',
    'the server is Hermes: lines that look like its markers are removed without further evidence',
  ],
  repair: ['ID', 'a repair to switch on'],
  'no-repair': ['ID', 'a repair to switch off'],
  rules: ['ID', 'a rule pack to switch on'],
  media: [
    'DIR',
    'pictures in this folder that Hermes hands over (MEDIA:/path) are shown to whoever it answers',
  ],
  'media-url': ['URL', 'the address of this gateway in the browsers that show them'],
  'written-calls': [
    '',
    'calls that the model wrote as text become calls, if the request offers their tools',
  ],
  'tls-cert': ['FILE', 'a certificate, in PEM, to listen with over TLS'],
  'tls-key': ['FILE', 'its key'],
  'key-file': ['FILE', 'holds the key that clients must send'],
  'upstream-key-file': ['FILE', 'holds the key that the servers get in its place'],
  cors: [
    'ORIGIN',
    'an origin whose pages may ask, such as http://localhost:3000; without one, the server decides',
  ],
  config: [
    'FILE',
    'more of these options, in JSON, such as {"upstream": "http://127.0.0.1:8642", "hermes": true}',
  ],
  log: ['LEVEL', 'one line of JSON for each request: off, errors (default) or all'],
  ca: ['FILE', 'certificates, in PEM, to trust for servers in addition to those that Node trusts'],
  help: ['', 'print this; also -h'],
};

export const USAGE = `Usage: npx stream-fixer gateway --upstream URL [options]

${Object.entries(OPTIONS)
  .map(([name, [value, help]]) => `  ${`--${name} ${value}`.padEnd(20)}  ${help}\n`)
  .join('')}
--upstream, --host, --cors, --repair, --no-repair and --rules may be repeated.
`;

/** Host names of this machine itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * @param args the arguments after the name of the command
 * @returns null if help is requested
 * @throws an error that says what to change
 */
export function readGatewayOptions(args: readonly string[]): GatewaySettings | null {
  const given = parse(args);
  const values = given.config ? parse([...argumentsIn(given.config.at(-1)!), ...args]) : given;
  const {
    upstream = [],
    listen = [],
    host = [],
    progress = [],
    log = [],
    rules = [],
    ca = [],
    repair = [],
  } = values;
  if (values.help) return null;
  if (upstream.length === 0)
    throw new Error('name the upstream server: --upstream URL; see --help');
  const certificates = ca.map(readCertificates).join('\n') || undefined;
  const upstreams = upstream.map((text) => ({ ...readUpstream(text), certificates }));
  const twice = upstreams.find(
    ({ path }, i) => upstreams.findIndex((one) => one.path === path) < i,
  );
  if (twice)
    throw new Error(`--upstream names two servers for the path "${twice.path}"; see --help`);
  const form = readForm(progress.at(-1) ?? 'drop');
  if (!form) throw new Error(`--progress takes ${FORM_WORDS}, not "${progress.at(-1)}"`);
  const sharesPort = values['reuse-port'] !== undefined;
  if (sharesPort) checkSharing(process);
  const level = readLogLevel(log.at(-1) ?? 'errors');
  if (!level) throw new Error(`--log takes off, errors or all, not "${log.at(-1)}"`);
  const each = [
    ...repair.map((id) => [id, true]),
    ...(values['no-repair'] ?? []).map((id) => [id, false]),
  ];
  const unknown = rules.find((id) => ALL_PACKS.every((pack) => pack.id !== id));
  if (unknown !== undefined)
    throw new Error(
      `There is no rule pack "${unknown}". There are: ${ALL_PACKS.map(({ id }) => id).join(', ')}.`,
    );
  return {
    upstreams: upstreams.toSorted((a, b) => b.path.length - a.path.length),
    ...readListen(listen.at(-1) ?? LISTEN, host),
    sharesPort,
    ...readKeys(values),
    origins: (values.cors ?? []).map(readOrigin),
    progress: form,
    log: level,
    isHermes: values.hermes !== undefined,
    writtenCalls: values['written-calls'] !== undefined,
    media: readMedia(values.media?.at(-1), values['media-url']?.at(-1)),
    repairs: chosenRepairs(Object.fromEntries(each)),
    rules: compileRules(activeRules(Object.fromEntries(rules.map((id) => [id, true])), [])),
  };
}

/** @returns all values of each option that is given; what they are for one without a value means nothing */
function parse(args: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const options = Object.entries(OPTIONS).map(([name, [value]]) => {
    const type = value === '' ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: true, ...(name === 'help' && { short: 'h' }) }] as const;
  });
  return parseArgs({ args: [...args], options: Object.fromEntries(options) }).values as Record<
    string,
    string[]
  >;
}

/**
 * @param file of options, which those of the command line follow
 * @throws if it is no such file
 */
function argumentsIn(file: string): string[] {
  const wrong = (words: string): Error => new Error(`--config: "${file}" ${words}`);
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read');
  }
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw wrong('is no object of options');
  return Object.entries(config).flatMap(([name, value]) => {
    const [takes] = name === 'config' || name === 'help' ? [] : (OPTIONS[name] ?? []);
    if (takes === undefined) throw wrong(`has no option "${name}"; see --help`);
    if (takes === '' && typeof value === 'boolean') return value ? [`--${name}`] : [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (takes === '' || !values.every((each) => typeof each === 'string'))
      throw wrong(`: "${name}" takes ${takes === '' ? 'true or false' : `${takes}, a text`}`);
    return values.map((each) => `--${name}=${String(each)}`);
  });
}

/** @throws unless it is a folder, and its address one of the web */
function readMedia(
  folder: string | undefined,
  address: string | undefined,
): GatewaySettings['media'] {
  if (folder === undefined) {
    if (address === undefined) return null;
    throw new Error('--media-url needs --media');
  }
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--media takes a folder; "${folder}" is none`);
  const url = address === undefined || !URL.canParse(address) ? null : new URL(address);
  if (address !== undefined && (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash))
    throw new Error(
      `--media-url takes an address, such as https://gateway.example.org, not "${address}"`,
    );
  return { folder: realpathSync(folder), url: url && url.origin + url.pathname.replace(/\/$/, '') };
}

/** @throws if a file cannot be read, or its partner is missing */
function readKeys(
  values: ReturnType<typeof parse>,
): Pick<GatewaySettings, 'tls' | 'key' | 'upstreamKey'> {
  const [cert, tlsKey, key, upstreamKey] = [
    'tls-cert',
    'tls-key',
    'key-file',
    'upstream-key-file',
  ].map((name) => {
    const file = values[name]?.at(-1);
    const text = file === undefined ? null : readFileSync(file, 'utf8').trim();
    if (text === '') throw new Error(`--${name}: "${file}" is empty`);
    return text ?? null;
  });
  if (!cert !== !tlsKey) throw new Error('--tls-cert and --tls-key go together');
  if (upstreamKey && !key)
    throw new Error('--upstream-key-file needs --key-file: else anybody could use that key');
  return {
    tls: cert && tlsKey ? { cert, key: tlsKey } : null,
    key: key ?? null,
    upstreamKey: upstreamKey ?? null,
  };
}

/** @throws unless it is an origin */
function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new Error(`--cors takes an origin, such as http://localhost:3000, not "${text}"`);
}

function readListen(
  listen: string,
  names: readonly string[],
): Pick<GatewaySettings, 'listen' | 'hosts'> {
  const [, address = '', digits] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (!(Number(digits) >= 1 && Number(digits) <= 65_535))
    throw new Error(
      `--listen takes HOST:PORT with a port from 1 to 65535, such as ${LISTEN}, not "${listen}"`,
    );
  const own = [...new Set([...LOOPBACK, address])];
  const isOpen = !LOOPBACK.includes(address) && names.length === 0;
  return { listen, hosts: isOpen ? null : [...own, ...names.map((name) => name.toLowerCase())] };
}

/** First release of Node that shares a port if asked to: https://nodejs.org/api/net.html#serverlistenoptions-callback */
const SHARES_SINCE = [22, 12] as const;

/**
 * @param host what runs the gateway, with a version such as `v22.12.0`
 * @throws if it cannot share a port
 */
export function checkSharing({ platform, version }: Pick<NodeJS.Process, 'platform' | 'version'>) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [since, andMinor] = SHARES_SINCE;
  if (major < since || (major === since && minor < andMinor))
    throw new Error(`--reuse-port needs Node ${SHARES_SINCE.join('.')}; this is ${version}`);
  if (platform !== 'linux') throw new Error('--reuse-port needs Linux');
}

/** @throws if the file cannot be read or contains no certificate */
function readCertificates(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`--ca takes a file in PEM; "${file}" is not`);
  return text;
}
