/**
 * What proves that markers are in a chat is the same for the companion, in its language, as for the
 * extension.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { ARTICLES, deliveriesOf } from '../normalizer/articles.ts';
import { bytesOf, joinedText, normalizeCut, textOf, withoutSpare } from '../normalizer/splits.ts';
import { runFilter } from './run-filter.ts';

/** A chat with an agent or a model: its earlier replies, and how the next one arrives. */
interface Chat {
  readonly model: string;
  readonly id: string;
  readonly earlier: readonly string[];
  readonly deltas: readonly string[];
}

type Turn = Readonly<Record<'role' | 'content', string>>;
type Chunk = ReturnType<typeof chunksOf>[0];

function historyOf({ earlier }: Chat): Turn[] {
  const turns = earlier.flatMap((content) => [
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content },
  ]);
  return [...turns, { role: 'user', content: 'Go on.' }];
}

function chunksOf({ model, id, deltas }: Chat) {
  return [...deltas, null].map((content) => ({
    id,
    object: 'chat.completion.chunk',
    model,
    choices: [
      content === null
        ? { index: 0, delta: { content: '' }, finish_reason: 'stop' }
        : { index: 0, delta: { content }, finish_reason: null },
    ],
  }));
}

/** What becomes of a chat. */
interface Cleaned {
  /** Its earlier replies, as they are sent. */
  readonly earlier: readonly string[];
  /** The next one, as it is shown. */
  readonly next: string;
  /** Whether markers are expected: by its history, and in the end. */
  readonly expected: boolean;
}

function byExtension(chat: Chat): Cleaned & { readonly isProven: boolean } {
  let [isProven, isSign, expected] = [false, false, false];
  const body = JSON.stringify({ model: chat.model, messages: historyOf(chat) });
  const cleaned = cleanRequest(body, {
    url: OF_A_MODEL,
    expectsMarkers: () => false,
    onEvidence: () => (isProven = true),
    onSign: () => (isSign = true),
  });
  const sse = [...chunksOf(chat).map((chunk) => JSON.stringify(chunk)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
  const { bytes } = normalizeCut(bytesOf(sse), [], {
    contentType: 'text/event-stream',
    isReply: true,
    sessionId: null,
    expectsMarkers: () => isProven,
    echoesMarkers: () => isSign,
    report: (event) => void (expected ||= event.type === 'evidence'),
  });
  const { messages } = JSON.parse(cleaned?.body ?? body) as { messages: Turn[] };
  return {
    earlier: repliesIn(messages),
    next: withoutSpare(joinedText(textOf(bytes))),
    expected: expected || isProven,
    isProven: isProven || chat.model === HERMES,
  };
}

function repliesIn(messages: readonly Turn[]): string[] {
  return messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
}

interface Sent {
  readonly history: readonly Turn[];
  readonly out: readonly (Chunk | { readonly type: string })[];
  readonly expected: boolean;
}

function byCompanion(chats: readonly Chat[]): Cleaned[] {
  const jobs = chats.map((chat) => ({
    do: 'sent',
    model: chat.model,
    history: historyOf(chat),
    chunks: chunksOf(chat),
  }));
  return runFilter<Sent>(jobs).map(({ history, out, expected }) => {
    const texts = out.map((sent) => ('choices' in sent ? sent.choices[0]!.delta.content : ''));
    return { earlier: repliesIn(history), next: withoutSpare(texts.join('')), expected };
  });
}

/**
 * Of a text that proves itself, the extension holds what may prove it. The companion lets it leave
 * in the pieces in which it came, since by these a page with the extension sees who wrote it.
 */
function expectSame(chats: readonly Chat[]): void {
  const left = byCompanion(chats);
  chats.forEach((chat, i) => {
    const { isProven, ...whole } = byExtension(chat);
    const leaves = !isProven && whole.expected;
    const { next } = left[i]!;
    expect([chat, left[i]]).toEqual([chat, { ...whole, ...(leaves ? { next } : {}) }]);
  });
}

const ID = 'chatcmpl-AbCdEfGh';
const HERMES = 'hermes-agent';
const ANOTHERS = 'gpt-4o-2024-08-06';
/** A reply that begins as a model writes that copies markers. */
const SIGN = '`⏰ update`\n\nI have changed it.';

test('an article about Hermes stays of a model that is known as another’s, and is evidence of any other', () => {
  const chats = ARTICLES.flatMap((article) =>
    deliveriesOf(article).map((deltas) => ({ model: ANOTHERS, id: ID, earlier: [], deltas })),
  );
  expect(byCompanion(chats)).toEqual(
    chats.map(({ deltas }) => ({
      earlier: [],
      next: withoutSpare(deltas.join('')),
      expected: false,
    })),
  );
  expectSame(chats);

  const others = chats.map((chat) => ({ ...chat, model: 'm' }));
  expectSame(others);
  expect(byCompanion(others).filter(({ expected }) => !expected)).toEqual([]);
});

test('its history proves as much, or as little', () => {
  for (const model of [ANOTHERS, 'm'])
    expectSame(
      [1, 2, 3].flatMap((count) =>
        ARTICLES.map(({ text }) => ({
          model,
          id: ID,
          earlier: [...Array<string>(count).fill(text), 'Sure.'],
          deltas: ['Done.'],
        })),
      ),
    );
});

test('one reply that begins with markers, and the next one that begins so, are evidence', () => {
  const next = ['`⏰ list`\n\n', 'You have three.', '\n`💻 ls`\n\n', 'Done.'];
  const chat = { model: 'm', id: ID, earlier: [SIGN], deltas: next };
  const without = { ...chat, earlier: ['Sure.'] };
  const chats = [chat, { ...chat, model: ANOTHERS }, without];
  expectSame(chats);
  expect(byCompanion(chats).map(({ expected }) => expected)).toEqual([true, true, false]);
});

test('a reply of nothing but markers is no blank message, which servers refuse', () => {
  const only = {
    model: HERMES,
    id: ID,
    earlier: ['`⏰ list`\n\n\n', SIGN, SIGN],
    deltas: ['Done.'],
  };
  expect(byCompanion([only])[0]?.earlier[0]).toBe('(empty)');
  expectSame([only]);
});

/** A delta that is exactly a marker. */
const INJECTED = '\n`⏰ list`\n';

test('random chats are cleaned by both alike', () => {
  const piece = fc.constantFrom(
    '\n',
    '\n\n',
    '\n\n\n',
    'Look.',
    'So:',
    'x',
    '`⏰ list`',
    '`⏰ update`\n\n',
    '`💻 ls -la`',
    INJECTED,
    '`📝 Update README`',
    '```\n',
  );
  const text = (maxLength: number) => fc.array(piece, { maxLength });
  const chat = fc.record({
    model: fc.constantFrom(ANOTHERS, 'm', HERMES),
    id: fc.constant(ID),
    earlier: fc.array(
      fc.oneof(
        text(6).map((pieces) => pieces.join('')),
        fc.constant(SIGN),
      ),
      { maxLength: 3 },
    ),
    deltas: text(10).map((pieces) =>
      // Hermes begins the text behind a marker with two line feeds.
      pieces.flatMap((one) => (one === INJECTED ? [one, '\n\nYes.'] : [one])),
    ),
  });
  expectSame(fc.sample(chat, 4000));
});
