import { checkKeys, LOOPBACK, readHost, readPolicy, valuesIn } from './options.ts';
import type { PolicySettings } from './settings.ts';

/** What a worker is configured with. */
export interface Bindings {
  /** The options of the gateway as in a file for `--config`: an object, or its JSON. */
  readonly OPTIONS?: unknown;
  /** The key that clients must send; without it, theirs reach the servers. */
  readonly KEY?: unknown;
  /** The key that the servers get in its place. */
  readonly UPSTREAM_KEY?: unknown;
}

const OF_THE_RUNTIME = 'whoever runs the worker decides that';
const NO_FILES = 'a worker has no files';

/** Options that a worker cannot have, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  listen: OF_THE_RUNTIME,
  'reuse-port': OF_THE_RUNTIME,
  'tls-cert': OF_THE_RUNTIME,
  'tls-key': OF_THE_RUNTIME,
  ca: OF_THE_RUNTIME,
  'key-file': `${NO_FILES}: the key is its binding KEY`,
  'upstream-key-file': `${NO_FILES}: the key is its binding UPSTREAM_KEY`,
  media: `${NO_FILES}: only the gateway in Node shows pictures`,
  'media-url': `${NO_FILES}: only the gateway in Node shows pictures`,
};

/** @throws an error that says what to change */
export function readBindings({ OPTIONS, KEY, UPSTREAM_KEY }: Bindings): PolicySettings {
  const wrong = (words: string): Error => new Error(`the binding OPTIONS ${words}`);
  const values = valuesIn(read(OPTIONS, wrong), wrong);
  const none = Object.keys(values).find((name) => NOT_HERE[name] !== undefined);
  if (none !== undefined) throw wrong(`has "${none}", but ${NOT_HERE[none]}`);
  const keys = { key: readKey('KEY', KEY), upstreamKey: readKey('UPSTREAM_KEY', UPSTREAM_KEY) };
  checkKeys(keys.key, keys.upstreamKey, 'UPSTREAM_KEY needs KEY');
  return {
    ...readPolicy(values),
    // It does not know where it listens: any other name may lead here from a page.
    hosts: [...LOOPBACK, ...(values.host ?? []).map(readHost)],
    ...keys,
  };
}

/** @throws for one that was meant to be there, and is not */
function readKey(name: string, key: unknown): string | null {
  if (key === undefined) return null;
  if (typeof key === 'string' && key.trim() !== '') return key.trim();
  throw new Error(`the binding ${name} is empty`);
}

function read(options: unknown, wrong: (words: string) => Error): unknown {
  if (typeof options !== 'string') return options;
  try {
    return JSON.parse(options);
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
}
