import { readFileSync, realpathSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  checkKeys,
  LISTEN,
  LOOPBACK,
  OPTIONS,
  readHost,
  readPolicy,
  valuesIn,
  type OptionValues,
} from '../../../gateway/options.ts';
import type { GatewaySettings } from '../../../gateway/settings.ts';

export const USAGE = `Usage: npx stream-fixer gateway --upstream URL [options]

${Object.entries(OPTIONS)
  .map(([name, [value, help]]) => `  ${`--${name} ${value}`.padEnd(20)}  ${help}\n`)
  .join('')}
--upstream, --host, --cors, --ca, --repair, --no-repair and --rules may be repeated.
`;

/**
 * @param args the arguments after the name of the command
 * @returns null if help is requested
 * @throws an error that says what to change
 */
export function readGatewayOptions(args: readonly string[]): GatewaySettings | null {
  const given = parse(args);
  const file = given.config?.at(-1);
  const values = file === undefined ? given : both(valuesOf(file), given);
  const { listen = [], host = [], ca = [] } = values;
  if (values.help) return null;
  const certificates = ca.map(readCertificates).join('\n') || undefined;
  const policy = readPolicy(values, certificates);
  const sharesPort = values['reuse-port'] !== undefined;
  if (sharesPort) checkSharing(process);
  return {
    ...policy,
    ...readListen(listen.at(-1) ?? LISTEN, host),
    sharesPort,
    ...readKeys(values),
    media: readMedia(values.media?.at(-1), values['media-url']?.at(-1)),
  };
}

/** @returns the values of both, those of the second after those of the first */
function both(first: OptionValues, second: OptionValues): OptionValues {
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...(first[name] ?? []), ...(second[name] ?? [])]]),
  );
}

/**
 * @returns all values of each option that is given; what they are for one without a value means
 * nothing
 */
function parse(args: readonly string[]): OptionValues {
  const options = Object.entries(OPTIONS).map(([name, [value]]) => {
    const type = value === '' ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: true, ...(name === 'help' && { short: 'h' }) }] as const;
  });
  return parseArgs({ args: [...args], options: Object.fromEntries(options) }).values as Record<
    string,
    string[]
  >;
}

/** @throws if it is no file of options */
function valuesOf(file: string): OptionValues {
  const wrong = (words: string): Error => new Error(`--config: "${file}" ${words}`);
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read');
  }
  return valuesIn(config, wrong);
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
function readKeys(values: OptionValues): Pick<GatewaySettings, 'tls' | 'key' | 'upstreamKey'> {
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
  const keys = { key: key ?? null, upstreamKey: upstreamKey ?? null };
  checkKeys(keys.key, keys.upstreamKey, '--upstream-key-file needs --key-file');
  return { tls: cert && tlsKey ? { cert, key: tlsKey } : null, ...keys };
}

/** Addresses that stand for all of this machine's, whose names nobody can know. */
const EVERY_ADDRESS = ['0.0.0.0', '[::]'];

function readListen(
  listen: string,
  names: readonly string[],
): Pick<GatewaySettings, 'listen' | 'hosts'> {
  const [, address = '', digits] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (!(Number(digits) >= 1 && Number(digits) <= 65_535))
    throw new Error(
      `--listen takes HOST:PORT with a port from 1 to 65535, such as ${LISTEN}, not "${listen}"`,
    );
  // As a request names it.
  const named = `http://${/^[^[].*:/.test(address) ? `[${address}]` : address}`;
  const name = URL.canParse(named) ? new URL(named).hostname : address;
  const own = [...new Set([...LOOPBACK, name])];
  const isOpen = EVERY_ADDRESS.includes(name) && names.length === 0;
  return { listen, hosts: isOpen ? null : [...own, ...names.map(readHost)] };
}

/**
 * Minor release since which each major one of Node shares a port:
 * https://nodejs.org/api/net.html#serverlistenoptions-callback
 */
const SHARES_SINCE: Readonly<Record<number, number>> = { 22: 12, 23: 1 };

/**
 * @param host what runs the gateway, with a version such as `v22.12.0`
 * @throws if it cannot share a port
 */
export function checkSharing({ platform, version }: Pick<NodeJS.Process, 'platform' | 'version'>) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  if (major < 22 || minor < (SHARES_SINCE[major] ?? 0))
    throw new Error(`--reuse-port needs Node 22.12, or 23.1 and later; this is ${version}`);
  if (platform !== 'linux') throw new Error('--reuse-port needs Linux');
}

/** @throws if the file cannot be read or contains no certificate */
function readCertificates(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`--ca takes a file in PEM; "${file}" is not`);
  return text;
}
