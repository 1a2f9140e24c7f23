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
  /** @returns whether a chunk shows it, or the version that it reveals */
  shows(chunk: Fields, choices: readonly Fields[]): boolean | string;
}

/**
 * Signs in the chunks of chat completions. A proxy may pass on those of the server behind it, so a stream can show
 * several. Fields that others copy, such as llama.cpp's `timings` (ml-explore/mlx-lm PR #1279), are not a sign.
 */
const SIGNS: readonly Sign[] = [
  {
    name: 'OpenRouter',
    by: 'chunk ids that begin with "gen-", with a provider',
    shows: ({ id, provider }) => startsWith(id, 'gen-') && typeof provider === 'string',
  },
  {
    name: 'Azure OpenAI',
    by: 'results of its content filter',
    shows: (chunk, choices) =>
      'prompt_filter_results' in chunk || choices.some((choice) => 'content_filter_results' in choice),
  },
  { name: 'Groq', by: 'the field x_groq', shows: (chunk) => 'x_groq' in chunk },
  {
    name: 'llama.cpp',
    by: 'its build as fingerprint',
    shows: ({ system_fingerprint: print }) => matchOf(print, /^(b\d+)(?:-[0-9a-f]+)?$/, 'build '),
  },
  { name: 'llama.cpp', by: 'the order of its fields and chunk ids of 32 letters and digits', shows: isLlamaCpp },
  {
    name: 'vLLM',
    by: 'its version as fingerprint',
    shows: ({ system_fingerprint: print }) => matchOf(print, /^vllm-(\d+(?:\.\d+)*)/),
  },
  {
    name: 'vLLM',
    by: 'the field stop_reason or token_ids of a choice',
    shows: (_, choices) => choices.some((choice) => 'stop_reason' in choice || 'token_ids' in choice),
  },
  {
    name: 'vLLM',
    by: 'call ids that begin with "chatcmpl-tool-"',
    shows: (_, choices) => callsOf(choices).some(({ id }) => startsWith(id, 'chatcmpl-tool-')),
  },
  {
    name: 'SGLang',
    by: 'the field matched_stop of a choice',
    shows: (_, choices) => choices.some((choice) => 'matched_stop' in choice),
  },
  { name: 'Ollama', by: 'the fingerprint "fp_ollama"', shows: (chunk) => chunk.system_fingerprint === 'fp_ollama' },
  { name: 'KoboldCpp', by: 'the chunk id "koboldcpp"', shows: (chunk) => chunk.id === 'koboldcpp' },
  {
    name: 'Gemini',
    by: 'thought signatures on its calls',
    shows: (_, choices) => callsOf(choices).some(({ extra_content: extra }) => isObject(extra) && 'google' in extra),
  },
];

/** @returns the servers of which a chunk of a chat completion shows signs */
export function readSigns(chunk: Fields): Server[] {
  const choices = arrayOf(chunk.choices).filter(isObject);
  return SIGNS.flatMap(({ name, by, shows }) => {
    const shown = shows(chunk, choices);
    return shown === false ? [] : [{ name, version: shown === true ? null : shown, by }];
  });
}

/** What a stream reveals about the Hermes that it comes from. */
export interface HermesSigns {
  readonly sessionId: string | null;
  /** It is the stream of runs. */
  readonly runs: boolean;
  /** Whether there are tool events with an id of the call, and without. */
  readonly eventsWithId: boolean;
  readonly eventsWithoutId: boolean;
  /** The server itself wrote markers. */
  readonly markers: boolean;
  readonly isChat: boolean;
}

/** @returns the versions that send such a stream, with the evidence; null if there is none */
export function hermesEra({
  sessionId,
  runs,
  eventsWithId,
  eventsWithoutId,
  markers,
  isChat,
}: HermesSigns): { version: string; by: string } | null {
  if (eventsWithId) return { version: '0.12 or later', by: 'tool events with call ids' };
  if (runs) return { version: '0.12 or later', by: 'its stream of runs' };
  if (eventsWithoutId) return { version: '0.9 to 0.11', by: 'tool events without call ids' };
  if (markers) return { version: '0.7 or 0.8', by: 'markers that the server wrote' };
  if (!sessionId || !isChat) return null;
  if (/^api-[0-9a-f]{16}$/.test(sessionId)) return { version: '0.9 or later', by: 'the session id' };
  return /^[0-9a-f]{8}-/.test(sessionId) ? { version: '0.8 or before', by: 'the session id' } : null;
}

/** Recognises llama.cpp: its fields come in a unique order. */
function isLlamaCpp(chunk: Fields): boolean {
  const keys = Object.keys(chunk);
  return (
    typeof chunk.id === 'string' &&
    /^chatcmpl-[0-9A-Za-z]{32}$/.test(chunk.id) &&
    keys[0] === 'choices' &&
    keys.indexOf('created') < keys.indexOf('id')
  );
}

function callsOf(choices: readonly Fields[]): Fields[] {
  return choices.flatMap(({ delta, message }) => {
    const said = delta ?? message;
    return arrayOf(isObject(said) ? said.tool_calls : null).filter(isObject);
  });
}

function startsWith(value: unknown, start: string): boolean {
  return typeof value === 'string' && value.startsWith(start);
}

/** @returns `before` and the first group of the match, or false */
function matchOf(value: unknown, pattern: RegExp, before = ''): string | false {
  const found = typeof value === 'string' ? pattern.exec(value)?.[1] : undefined;
  return found === undefined ? false : before + found.slice(0, 20);
}
