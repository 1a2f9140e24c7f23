import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { writtenCalls } from '../../../src/package/written-calls.ts';
import { aiSdk } from '../../clients/ai-sdk.ts';
import type { Client, Outcome } from '../../clients/client.ts';
import { openaiHelper } from '../../clients/openai-helper.ts';
import { openaiStream } from '../../clients/openai-stream.ts';
import { endsEvery, pushAll } from '../../normalizer/splits.ts';
import AT_THE_END from '../../recordings/written-calls/at-the-end.json' with { type: 'json' };
import {
  ask,
  CALL,
  installLlamaCpp,
  type LlamaCpp,
  only,
  requestFor,
  startLlamaCpp,
  type Template,
  TEMPLATES,
  type Wish,
} from './llama-cpp-server.ts';

/** `openai` and `ai` with their helpers, and the code of OpenAI's guide, which pages copy. */
const CLIENTS: readonly Client[] = [openaiHelper, aiSdk, openaiStream];

/** Bytes of the chunks in which the normalizer gets a body. */
const SIZES = [1, 7, 100, 1_000_000];

/** Seeds tried until the weights write more than one call. */
const SEEDS = Array.from({ length: 30 }, (_, i) => i + 1);

interface Answer {
  readonly reads: readonly Uint8Array[];
  readonly contentType: string;
  readonly body: Uint8Array;
  /** As the server numbers them. */
  readonly calls: number;
  readonly text: string;
}

async function answerTo(server: LlamaCpp, request: object): Promise<Answer> {
  const { reads, contentType } = await ask(server, request);
  const body = Buffer.concat(reads);
  const chunks = [...body.toString('utf8').matchAll(/^data: (\{.*\})$/gm)].map(
    ([, json = '']) => JSON.parse(json) as Chunk,
  );
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const indices = deltas.flatMap(({ tool_calls: calls = [] }) => calls.map(({ index }) => index));
  return {
    reads,
    contentType,
    body,
    calls: new Set(indices).size,
    text: deltas.map(({ content }) => content ?? '').join(''),
  };
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly { readonly index: number }[];
    };
  }[];
}

function normalized(
  { body, contentType }: Answer,
  size: number,
  more: Partial<BodyOptions> = {},
): Uint8Array[] {
  const normalizer = createBodyNormalizer({ contentType, isReply: true, ...more })!;
  return pushAll(normalizer, body, endsEvery(body.length, size)).filter(({ length }) => length > 0);
}

function isRight({ calls, text }: Answer, got: Outcome): boolean {
  return (
    got.error === undefined &&
    got.text === text &&
    got.calls.length === calls &&
    got.calls.every(
      (call) =>
        call.name === CALL.name &&
        isDeepStrictEqual(tryParse(call.arguments), JSON.parse(CALL.arguments)),
    )
  );
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

let programs = '';
beforeAll(() => void (programs = installLlamaCpp()), 120_000);

/** Llama 3.1 calls one tool at a time. */
const WISHES: readonly Wish[] = ['one call', 'several calls', 'text, then a call'];

describe.each(Object.keys(TEMPLATES) as Template[])('with the template of %s', (template) => {
  let server: LlamaCpp;
  beforeAll(async () => void (server = await startLlamaCpp(programs, template)), 60_000);
  afterAll(() => server?.close());

  const found = new Map<Wish, Promise<Answer>>();
  function find(wish: Wish): Promise<Answer> {
    const answer = found.get(wish) ?? search(wish);
    found.set(wish, answer);
    return answer;
  }

  async function search(wish: Wish): Promise<Answer> {
    for (const seed of SEEDS) {
      const answer = await answerTo(server, requestFor(wish, seed));
      if (
        wish === 'one call'
          ? answer.calls === 1
          : wish === 'several calls'
            ? answer.calls > 1
            : answer.calls === 1 && answer.text !== ''
      )
        return answer;
    }
    throw new Error(`no seed makes the model write ${wish}`);
  }

  test.each(WISHES)(
    '%s: the first delta of a call contains its name and the beginning of its arguments (ggml-org/llama.cpp#22722)',
    async (wish) => {
      const { body } = await find(wish);

      expect(Buffer.from(body).toString()).toMatch(
        /"function":\{"name":"get_weather","arguments":"\{/,
      );
    },
  );

  test.each(WISHES)(
    '%s: every client reads it right after the normalizer, and not all did before',
    async (wish) => {
      const answer = await find(wish);

      const before = await Promise.all(
        CLIENTS.map((client) => client.read(answer.reads, answer.contentType)),
      );
      expect(before.map((got) => isRight(answer, got))).toContain(false);
      for (const size of SIZES) {
        const reads = normalized(answer, size);
        for (const client of CLIENTS) {
          const got = await client.read(reads, answer.contentType);
          expect(
            isRight(answer, got),
            `${client.name} in pieces of ${size}: ${JSON.stringify(got)}`,
          ).toBe(true);
        }
      }
    },
  );
});

describe('text alone', () => {
  const TEXT = 'Grüße! Run `ls -l`, then:\n\n```sh\n`💻 date`\n```\n\nDone: 😀, «ok».\n';
  let server: LlamaCpp;
  beforeAll(async () => void (server = await startLlamaCpp(programs, 'qwen3')), 60_000);
  afterAll(() => server?.close());

  function say(text: string, more: object = {}): object {
    return {
      model: 'random',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
      grammar: only(text),
      max_tokens: 500,
      ...more,
    };
  }

  test.each([
    ['plain', {}],
    ['with usage', { stream_options: { include_usage: true } }],
    ['with timings and progress', { timings_per_token: true, return_progress: true }],
    ['with the likelihoods of tokens', { logprobs: true, top_logprobs: 2 }],
  ])('passes byte for byte: %s', async (_, more) => {
    const answer = await answerTo(server, say(TEXT, more));

    expect(answer.text.startsWith(TEXT.slice(0, 4))).toBe(true);
    for (const size of SIZES)
      expect(Buffer.concat(normalized(answer, size)).equals(answer.body)).toBe(true);
  });

  test('a reply that begins with an emoji has no role, and still reaches every client', async () => {
    const answer = await answerTo(server, say('😀 Hello.'));

    expect(Buffer.from(answer.body).toString()).not.toContain('"role"');
    const before = await openaiHelper.read(answer.reads, answer.contentType);
    expect(before.error).toMatch(/role/);
    for (const size of SIZES) {
      for (const client of CLIENTS)
        expect(await client.read(normalized(answer, size), answer.contentType)).toEqual({
          text: '😀 Hello.',
          calls: [],
        });
    }
  });

  test.each(AT_THE_END.samples)(
    'a written call reaches every client as one: $grammar',
    async (sample) => {
      const answer = await answerTo(server, say(sample.text));
      const added = writtenCalls(JSON.stringify({ tools: AT_THE_END.tools }));
      const calls = sample.calls.map(([name, given]) => ({ name, arguments: given }));

      // The server itself takes reasoning and blanks from the beginning.
      expect([sample.text.endsWith(answer.text), answer.calls]).toEqual([true, 0]);
      const text = sample.before.slice(sample.text.length - answer.text.length);
      for (const size of SIZES) {
        for (const client of CLIENTS) {
          const got = await client.read(normalized(answer, size, { added }), answer.contentType);
          const read = got.calls.map((call) => ({ ...call, arguments: tryParse(call.arguments) }));
          expect([client.name, { ...got, calls: read }]).toEqual([client.name, { text, calls }]);
        }
      }
    },
  );

  test('a request that it refuses gets an error that passes byte for byte', async () => {
    const answer = await fetch(`${server.origin}/v1/chat/completions`, {
      method: 'POST',
      body: '{"messages": 1, "stream": true}',
      headers: { 'content-type': 'application/json' },
    });
    const body = new Uint8Array(await answer.arrayBuffer());

    expect(answer.status).toBeGreaterThanOrEqual(400);
    const normalizer = createBodyNormalizer({
      contentType: answer.headers.get('content-type'),
      isReply: true,
    });
    if (normalizer) expect(Buffer.concat(pushAll(normalizer, body, [])).equals(body)).toBe(true);
  });
});
