import './browser-shape.ts';
import { expect, test } from 'vitest';
import { SETTINGS } from './fake-traffic.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import type { TextSource } from '../../src/normalizer/text/evidence.ts';

const OWN = 'http://host/chat';

function of(chat: string | null, model: string | null = null): TextSource {
  return { chat, model };
}

function stage() {
  const sent: unknown[] = [];
  const memory = createEvidenceMemory('http://host', (message) => void sent.push(message));
  /** Of texts `chat/model`, those in which markers are expected. */
  const expected = (...texts: readonly string[]): string =>
    texts
      .filter((text) => {
        const [chat, model] = text.split('/').map((name) => (name === '-' ? null : name));
        return memory.expects(of(chat ?? null, model));
      })
      .join(' ');
  return { sent, memory, expected };
}

test('evidence in a chat counts for that chat, evidence of the server for all that its model says, reported once', () => {
  const { sent, memory, expected } = stage();
  memory.found('text', of('a', 'm'));
  memory.found('text', of(null, 'm'));

  expect([expected('a/m', 'a/-', 'b/m', '-/m', '-/-'), sent]).toEqual(['a/m a/-', []]);

  memory.found('server', of('b', 'm'), OWN);
  memory.found('server', of('b', 'm'), OWN);

  expect(expected('c/m', '-/m', 'c/other', 'c/-', 'b/-')).toBe('c/m -/m b/-');
  expect(sent).toEqual([{ type: 'hermes', model: 'm' }]);
});

test('what a server shows of which no model is known, counts for its chat alone', () => {
  const { sent, memory, expected } = stage();
  memory.found('server', of('a'), OWN);

  expect([expected('a/m', 'b/m', 'b/-', '-/-', '-/'), sent]).toEqual(['a/m', []]);
});

test('a message has the model of the request for it', () => {
  const { memory } = stage();
  memory.asked('first', 'm');
  memory.asked('second', null);

  expect(
    ['first', 'second', 'third'].map(
      (messageId) => memory.sourceOf({ chatId: 'a', messageId }).model,
    ),
  ).toEqual(['m', null, null]);
});

const TOLD = { type: 'hermes', model: 'm' };

test.each([
  ['a response', OWN, [true, TOLD]],
  ['a socket', 'ws://host/ws/socket.io/?EIO=4', [true, TOLD]],
  ['another port', 'http://host:8642/v1', [true]],
  ['another scheme', 'https://host/v1', [true]],
  ['another site', 'https://elsewhere/http://host/', [true]],
  ['a socket of another site', 'wss://host.elsewhere/?EIO=4', [true]],
  ['data', 'data:text/event-stream,http://host/', [false]],
  ['a blob of the site', 'blob:http://host/0b5e', [false]],
  ['a page that names no address', undefined, [false]],
])(
  'what %s proves counts for its chat, for this page if it is from the network, and for good if from the site',
  (_, url, told) => {
    const { sent, memory, expected } = stage();
    memory.found('server', of('a', 'm'), url);

    expect(expected('a/other')).toBe('a/other');
    expect([expected('b/m') !== '', ...sent]).toEqual(told);
  },
);

test('nothing is reported of a known model, and what this page saw survives a deletion', () => {
  const { sent, memory, expected } = stage();
  memory.set({ ...SETTINGS, hermes: ['m'] });
  memory.found('server', of(null, 'm'), OWN);

  expect([expected('a/m', 'a/other'), sent]).toEqual(['a/m', []]);

  memory.set(SETTINGS);

  expect(expected('a/m')).toBe('a/m');
});

test('a stored chat counts for itself; one without an id for the open chat, until the next is loaded', () => {
  const { sent, memory, expected } = stage();
  memory.loaded(true, 'a');
  memory.loaded(false, 'b');

  expect(expected('a/-', 'b/-', '-/-')).toBe('a/-');

  memory.loaded(true);
  expect(expected('-/-')).toBe('-/-');
  memory.loaded(false);
  expect(expected('-/-')).toBe('');
  expect(sent).toEqual([]);
});

test('a page that makes up chats and models fills no memory', () => {
  const { memory, expected } = stage();
  for (let i = 0; i < 5000; i++) memory.found('server', of(`chat ${i}`, `${i}`));
  for (let i = 0; i < 5000; i++) memory.found('server', of(null, `${i}`), OWN);

  expect(expected('chat 0/-', 'chat 4999/-', '-/0', '-/4999')).toBe('chat 4999/- -/4999');
});

test("a person's statement about the site overrides what was seen, until it is withdrawn", () => {
  const { sent, memory, expected } = stage();
  memory.set({ hermes: true });
  expect(expected('a/m', 'a/-', '-/-')).toBe('a/m a/- -/-');

  memory.set({ hermes: [] });
  expect(expected('a/m', '-/-')).toBe('');

  memory.set({ hermes: false });
  memory.found('server', of('a', 'm'), OWN);
  memory.found('text', of('b'), OWN);
  // A chat that shows markers by itself contains them on any site.
  expect([expected('a/-', 'b/-', 'c/m'), sent]).toEqual(['a/- b/-', []]);

  memory.set({ hermes: [] });
  expect(expected('c/m')).toBe('c/m');
});
