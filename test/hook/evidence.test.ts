import './browser-shape.ts';
import { expect, test } from 'vitest';
import { SETTINGS } from './fake-traffic.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';

const OWN = 'http://host/chat';

function stage() {
  const sent: string[] = [];
  return { sent, memory: createEvidenceMemory('http://host', ({ type }) => void sent.push(type)) };
}

test('evidence in a chat counts for that chat, evidence of the server for the site, and is reported once', () => {
  const { sent, memory } = stage();
  memory.found('text', 'a');
  memory.found('text', null);

  expect([memory.expects('a'), memory.expects('b'), memory.expects(null), sent]).toEqual([true, false, false, []]);

  memory.found('server', 'b', OWN);
  memory.found('server', 'b', OWN);

  expect([memory.expects('c'), memory.expects(null), sent]).toEqual([true, true, ['hermes']]);
});

test.each([
  ['a response', OWN, [true, 'hermes']],
  ['a socket', 'ws://host/ws/socket.io/?EIO=4', [true, 'hermes']],
  ['another port', 'http://host:8642/v1', [true]],
  ['another scheme', 'https://host/v1', [true]],
  ['another site', 'https://elsewhere/http://host/', [true]],
  ['a socket of another site', 'wss://host.elsewhere/?EIO=4', [true]],
  ['data', 'data:text/event-stream,http://host/', [false]],
  ['a blob of the site', 'blob:http://host/0b5e', [false]],
  ['a page that names no address', undefined, [false]],
] as const)(
  'what %s proves counts for its chat, for this page if it is from the network, and for good if from the site',
  (_, url, told) => {
    const { sent, memory } = stage();
    memory.found('server', 'a', url);

    expect(memory.expects('a')).toBe(true);
    expect([memory.expects('b'), ...sent]).toEqual(told);
  },
);

test('nothing is reported of a known site, and what this page saw survives a deletion', () => {
  const { sent, memory } = stage();
  memory.set({ ...SETTINGS, hermes: true });
  memory.found('server', null, OWN);

  expect([memory.expects('a'), sent]).toEqual([true, []]);

  memory.set(SETTINGS);

  expect(memory.expects('a')).toBe(true);
});

test('a stored chat counts for itself; one without an id for the open chat, until the next is loaded', () => {
  const { sent, memory } = stage();
  memory.loaded(true, 'a');
  memory.loaded(false, 'b');

  expect([memory.expects('a'), memory.expects('b'), memory.expects(null)]).toEqual([true, false, false]);

  memory.loaded(true);
  expect(memory.expects(null)).toBe(true);
  memory.loaded(false);
  expect(memory.expects(null)).toBe(false);
  expect(sent).toEqual([]);
});

test('a page that makes up chats fills no memory', () => {
  const { memory } = stage();
  for (let i = 0; i < 5000; i++) memory.found('text', `chat ${i}`);

  expect([memory.expects('chat 0'), memory.expects('chat 4999')]).toEqual([false, true]);
});

test("a person's statement about the site overrides what was seen, until it is withdrawn", () => {
  const { sent, memory } = stage();
  memory.set({ hermes: true });
  expect([memory.expects('a'), memory.expects(null)]).toEqual([true, true]);

  memory.set({ hermes: null });
  expect([memory.expects('a'), memory.expects(null)]).toEqual([false, false]);

  memory.set({ hermes: false });
  memory.found('server', 'a', OWN);
  memory.found('text', 'b', OWN);
  // A chat that shows markers by itself contains them on any site.
  expect([memory.expects('a'), memory.expects('b'), memory.expects('c'), sent]).toEqual([true, true, false, []]);

  memory.set({ hermes: null });
  expect(memory.expects('c')).toBe(true);
});
