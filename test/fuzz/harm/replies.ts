import type { Call } from '../../clients/client.ts';
import type { Random } from '../random.ts';

/** One delta of a reply and the other fields of its choice; deviations change these. */
export interface Chunk {
  delta: Record<string, unknown>;
  finish: unknown;
  /** Members of the chunk beside `choices`. */
  more: Record<string, unknown>;
  /** In place of the single choice. */
  choices?: unknown;
  /** The call that its entries belong to; text has none. */
  call?: number;
  /** The first chunk of its call. */
  isHead?: boolean;
}

/** What a server means to say. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly Call[];
}

/** An entry of `tool_calls`. */
export interface Entry {
  [key: string]: unknown;
  function?: Record<string, unknown> | null;
}

const WORDS = [
  'Hello',
  ' there',
  ', how',
  ' are',
  ' you',
  '?',
  ' 🌍',
  ' "quoted"',
  ' {}',
  '\n',
  ' a\\b',
  ' ü',
  ' data: x',
];
const NAMES = ['get_weather', 'get_time'];
const ARGS = [
  '{"city":"Oslo"}',
  '{}',
  '{"zone":"CET","days":[1,2]}',
  '{"text":"a {} \\"b\\""}',
  '{ "a" : 1.0 }',
  '{"city":"Zürich"}',
];

/** @returns a reply, and the chunks in which a correct server sends it */
export function writeReply(random: Random): { reply: Reply; chunks: Chunk[] } {
  const chunks: Chunk[] = [chunkOf({ role: 'assistant', content: random.pick(['', null]) })];
  let text = '';
  const count = random.pick([0, 1, 1, 2, 3]);
  for (let i = count > 0 ? random.below(3) : random.between(1, 5); i > 0; i--) {
    const word = random.pick(WORDS);
    text += word;
    chunks.push(chunkOf({ content: word }));
  }
  const calls = Array.from({ length: count }, (_, call): Call => {
    const said = { name: random.pick(NAMES), arguments: random.pick(ARGS) };
    chunks.push({
      ...chunkOf({
        tool_calls: [
          {
            index: call,
            id: `call_${random.letters(6)}`,
            type: 'function',
            function: { name: said.name, arguments: '' },
          },
        ],
      }),
      call,
      isHead: true,
    });
    for (const piece of piecesOf(random, said.arguments))
      chunks.push({
        ...chunkOf({ tool_calls: [{ index: call, function: { arguments: piece } }] }),
        call,
      });
    return said;
  });
  chunks.push({ ...chunkOf({}), finish: calls.length > 0 ? 'tool_calls' : 'stop' });
  if (random.oneIn(3))
    chunks.push({
      ...chunkOf({}),
      choices: [],
      more: { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    });
  return { reply: { text, calls }, chunks };
}

export function chunkOf(delta: Record<string, unknown>): Chunk {
  return { delta, finish: null, more: {} };
}

export function piecesOf(random: Random, text: string): string[] {
  const pieces: string[] = [];
  const longest = random.pick([2, 6, 100]);
  for (let at = 0; at < text.length;) {
    const end = at + random.between(1, longest);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** @returns the frame of a chunk */
export function frameOf({ delta, finish, more, choices }: Chunk): string {
  const said = choices === undefined ? [{ index: 0, delta, finish_reason: finish }] : choices;
  return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: said, ...more })}\n\n`;
}
