// The options of every gateway, in whichever runtime: their names, what they mean, and those that
// it decides by.

import { compileRules } from '../normalizer/rules/compile-rules.ts';
import { chosenRepairs } from '../package/clean-response.ts';
import { activeRules } from '../rules/active-rules.ts';
import { ALL_PACKS } from '../rules/all-packs.ts';
import {
  FORM_WORDS,
  readForm,
  readLogLevel,
  readUpstream,
  type PolicySettings,
} from './settings.ts';

export const LISTEN = '127.0.0.1:8788';

/** Value and help of each option. */
export const OPTIONS: Readonly<Record<string, readonly [string, string]>> = {
  upstream: [
    'URL',
    'the server, such as http://127.0.0.1:8642 or http://host/v1; of several: /PATH=URL for each',
  ],
  listen: ['HOST:PORT', `the address to listen on; ${LISTEN} by default`],
  'reuse-port': [
    '',
    'other gateways may listen on the same address, such as a newer one that takes over (Node 22.12, 23.1)',
  ],
  host: [
    'NAME',
    "a host name to answer to, besides this machine's own and that of --listen; without one, 0.0.0.0 answers to any",
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

/** Host names of this machine itself. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * @returns a host name as an address shows it, which is what requests are compared with
 * @throws for anything else: an address or a pattern would fit no request
 */
export function readHost(text: string): string {
  const isName = /^(?:[^\s:/?#@*[\]\\]+|\[[^\]]+\])$/.test(text) && URL.canParse(`http://${text}`);
  if (isName) return new URL(`http://${text}`).hostname;
  throw new Error(`--host takes a host name, not "${text}", and no port`);
}

/** All values of each option that is given; what they are for one without a value means nothing. */
export type OptionValues = Readonly<Record<string, readonly string[]>>;

/**
 * @param config options by their names: true or false, a text, or a list of texts
 * @param wrong makes the error that says what is wrong with it
 * @throws that
 */
export function valuesIn(config: unknown, wrong: (words: string) => Error): OptionValues {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw wrong('is no object of options');
  const values = Object.entries(config).map(([name, value]): [string, readonly string[]] => {
    const [takes] = name === 'config' || name === 'help' ? [] : (OPTIONS[name] ?? []);
    if (takes === undefined) throw wrong(`has no option "${name}"; see --help`);
    if (takes === '' && typeof value === 'boolean') return [name, value ? [''] : []];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (takes === '' || !texts.every((each) => typeof each === 'string'))
      throw wrong(`: "${name}" takes ${takes === '' ? 'true or false' : `${takes}, a text`}`);
    return [name, texts];
  });
  return Object.fromEntries(values.filter(([, texts]) => texts.length > 0));
}

/**
 * @param certificates that servers may have besides those that the runtime trusts
 * @throws an error that says what to change
 */
export function readPolicy(
  values: OptionValues,
  certificates?: string,
): Omit<PolicySettings, 'hosts' | 'key' | 'upstreamKey'> {
  const { upstream = [], progress = [], log = [], rules = [], repair = [] } = values;
  if (upstream.length === 0)
    throw new Error('name the upstream server: --upstream URL; see --help');
  const upstreams = upstream.map((text) => ({ ...readUpstream(text), certificates }));
  const twice = upstreams.find(
    ({ path }, i) => upstreams.findIndex((one) => one.path === path) < i,
  );
  if (twice)
    throw new Error(`--upstream names two servers for the path "${twice.path}"; see --help`);
  const form = readForm(progress.at(-1) ?? 'drop');
  if (!form) throw new Error(`--progress takes ${FORM_WORDS}, not "${progress.at(-1)}"`);
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
    origins: (values.cors ?? []).map(readOrigin),
    progress: form,
    log: level,
    isHermes: values.hermes !== undefined,
    writtenCalls: values['written-calls'] !== undefined,
    repairs: chosenRepairs(Object.fromEntries(each)),
    rules: compileRules(activeRules(Object.fromEntries(rules.map((id) => [id, true])), [])),
  };
}

/** @throws unless it is an origin */
function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new Error(`--cors takes an origin, such as http://localhost:3000, not "${text}"`);
}

/** @throws for the key of the servers alone */
export function checkKeys(key: string | null, upstreamKey: string | null, names: string): void {
  if (upstreamKey !== null && key === null)
    throw new Error(`${names}: else anybody could use that key`);
}
