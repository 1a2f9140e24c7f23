import type { Reading } from '../../normalizer/dialects/dialect.ts';
import { arrayOf } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';

/** A server of which a stream shows signs. */
export interface Server {
  readonly name: string;
  /** Version, build or era, in words that follow the name; null if unknown. */
  readonly version: string | null;
  /** What it was recognised by. */
  readonly by: string;
}

/** How a server is recognised that only a dialect tells. */
export const SHAPE = 'the shape of its messages';

type Fields = Record<string, unknown>;

interface Sign {
  readonly name: string;
  readonly by: string;
  /** The value is the server's own name: no other sign is needed. */
  readonly isName?: true;
  /** @returns whether a chunk shows it, or the version that it reveals */
  shows(chunk: Fields, choices: readonly Fields[]): boolean | string;
}

/**
 * Signs in the chunks of chat completions, of servers that people run themselves. A proxy may pass
 * on those of the server behind it, so a stream can show several. Others copy a single field, such
 * as llama.cpp's `timings` (ml-explore/mlx-lm PR #1279): only two signs of a server together name
 * it.
 */
const SIGNS: readonly Sign[] = [
  {
    name: 'llama.cpp',
    by: 'its build as fingerprint',
    shows: hasPrint(/^(b\d+)(?:-[0-9a-f]+)?$/, 'build '),
  },
  {
    name: 'llama.cpp',
    by: 'ids of 32 letters and digits',
    shows: hasId(/^chatcmpl-(?=.*[g-zG-Z])[\dA-Za-z]{32}$/),
  },
  {
    name: 'llama.cpp',
    by: 'the order of its fields',
    shows: (chunk) => Object.keys(chunk)[0] === 'choices',
  },
  {
    name: 'vLLM',
    by: 'its version as fingerprint',
    isName: true,
    shows: hasPrint(/^vllm-(\d+(?:\.\d+)*)/),
  },
  { name: 'vLLM', by: 'stop_reason', shows: inChoice('stop_reason') },
  { name: 'vLLM', by: 'token_ids', shows: inChoice('token_ids') },
  {
    name: 'vLLM',
    by: 'call ids that begin with "chatcmpl-tool-"',
    shows: (_, choices) => callsOf(choices).some(({ id }) => matches(id, /^chatcmpl-tool-/)),
  },
  {
    name: 'vLLM',
    by: 'the form of its chunk ids',
    shows: hasId(/^chatcmpl-(?:[\da-f]{16}){1,2}$/),
  },
  { name: 'SGLang', by: 'matched_stop', shows: inChoice('matched_stop') },
  { name: 'SGLang', by: 'chunk ids of 32 hex digits', shows: hasId(/^[\da-f]{32}$/) },
  {
    name: 'Ollama',
    by: 'the fingerprint "fp_ollama"',
    isName: true,
    shows: hasPrint(/^fp_ollama$/),
  },
  { name: 'KoboldCpp', by: 'the chunk id "koboldcpp"', isName: true, shows: hasId(/^koboldcpp$/) },
];

function hasId(pattern: RegExp): Sign['shows'] {
  return ({ id }) => matches(id, pattern);
}

function inChoice(key: string): Sign['shows'] {
  return (_, choices) => choices.some((choice) => key in choice);
}

/** @param before goes before the first group of the match, which is the version, if there is one */
function hasPrint(pattern: RegExp, before = ''): Sign['shows'] {
  return ({ system_fingerprint: print }) => {
    const found = typeof print === 'string' ? pattern.exec(print) : null;
    return found?.[1] === undefined ? found !== null : before + found[1].slice(0, 20);
  };
}

/** Recognises the servers behind the chunks of a chat completion. */
export function createServerSigns() {
  /** What the signs revealed: a version, or nothing. */
  const seen = new Map<Sign, string | null>();

  return {
    read(chunk: Fields): void {
      const choices = arrayOf(chunk.choices).filter(isObject);
      for (const sign of SIGNS) {
        const shown = typeof seen.get(sign) === 'string' ? false : sign.shows(chunk, choices);
        if (shown !== false) seen.set(sign, shown === true ? null : shown);
      }
    },
    servers(): Server[] {
      const shown = SIGNS.filter((sign) => seen.has(sign));
      return [...new Set(shown.map(({ name }) => name))].flatMap((name) => {
        const signs = shown.filter((sign) => sign.name === name);
        if (signs.length < 2 && !signs.some(({ isName }) => isName)) return [];
        const version =
          signs.map((sign) => seen.get(sign)).find((shown) => typeof shown === 'string') ?? null;
        return [{ name, version, by: signs.map(({ by }) => by).join(' and ') }];
      });
    },
  };
}

/**
 * Watches for signs of a Hermes server, and of its version.
 * @param sessionId value of `X-Hermes-Session-Id`, or null
 */
export function createHermesWatch(sessionId: string | null) {
  let seen = Boolean(sessionId);
  let eventsWithId = false;
  let eventsWithoutId = false;

  /** @returns the versions that send such a stream, with the evidence; null if there is none */
  function era(
    dialects: ReadonlySet<string>,
    markers: boolean,
  ): Pick<Server, 'version' | 'by'> | null {
    if (eventsWithId) return { version: '0.12 or later', by: 'tool events with call ids' };
    if (dialects.has('hermes-runs')) return { version: '0.12 or later', by: 'its stream of runs' };
    if (eventsWithoutId) return { version: '0.9 to 0.11', by: 'tool events without call ids' };
    if (markers) return { version: '0.7 or 0.8', by: 'markers that the server wrote' };
    if (!sessionId || !dialects.has('openai-chat')) return null;
    if (/^api-[0-9a-f]{16}$/.test(sessionId))
      return { version: '0.9 or later', by: 'the session id' };
    return /^[0-9a-f]{8}-/.test(sessionId)
      ? { version: '0.8 or before', by: 'the session id' }
      : null;
  }

  return {
    isSeen: (): boolean => seen,
    read(dialect: string, { hermes, progress = [] }: Reading): void {
      seen ||= hermes ?? dialect.startsWith('hermes-');
      if (dialect !== 'hermes-progress') return;
      eventsWithId ||= progress.some(({ callId }) => callId !== null);
      eventsWithoutId ||= progress.some(({ callId }) => callId === null);
    },
    /**
     * @returns the server; none without a sign of it.
     * @param markers whether the server itself wrote markers
     */
    servers(dialects: ReadonlySet<string>, markers: boolean): Server[] {
      if (!seen) return [];
      const unknown = { version: null, by: sessionId ? 'the session id' : SHAPE };
      return [{ name: 'Hermes Agent', ...(era(dialects, markers) ?? unknown) }];
    },
  };
}

function callsOf(choices: readonly Fields[]): Fields[] {
  return choices.flatMap(({ delta, message }) => {
    const said = delta ?? message;
    return arrayOf(isObject(said) ? said.tool_calls : null).filter(isObject);
  });
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
