import { setFetch } from './own-fetch.ts';
import './browser-shape.ts';
import { expect, test } from 'vitest';
import { createAgents } from '../../src/hook/agent.ts';
import { createCleaning } from '../../src/hook/cleaning.ts';
import { createEvidenceMemory } from '../../src/hook/evidence.ts';
import { createRepairCount } from '../../src/hook/repair-count.ts';
import { createInspector } from '../../src/hook/inspect.ts';
import { createReplies } from '../../src/hook/replies.ts';
import { createResponses } from '../../src/hook/responses.ts';
import { failOpen } from '../../src/hook/transports/fail-open.ts';
import type { ResponseHead } from '../../src/hook/transports/traffic.ts';
import { DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { fakeTraffic } from './fake-traffic.ts';

const LIARS: readonly (readonly [owner: string, of: object, keys: readonly PropertyKey[]])[] = [
  [
    'Array.prototype',
    Array.prototype,
    ['push', 'slice', 'map', 'filter', 'some', 'join', 'includes'],
  ],
  [
    'String.prototype',
    String.prototype,
    ['slice', 'indexOf', 'startsWith', 'charCodeAt', 'replace', 'trim', 'split'],
  ],
  ['RegExp.prototype', RegExp.prototype, ['exec', 'test']],
  ['Map.prototype', Map.prototype, ['get', 'set', 'has', 'delete']],
  ['Set.prototype', Set.prototype, ['add', 'has']],
  ['Math', Math, ['min', 'max']],
  ['JSON', JSON, ['parse', 'stringify']],
  ['Object', Object, ['keys', 'entries', 'hasOwn']],
  ['TextDecoder.prototype', TextDecoder.prototype, ['decode']],
  ['TextEncoder.prototype', TextEncoder.prototype, ['encode']],
];
const CASES = LIARS.flatMap(([name, owner, keys]) =>
  keys.map((key) => ({ name: `${name}.${String(key)}`, owner, key })),
);

const chunk = (content: string): string =>
  `{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}`;
const CHUNKS = ['\n', '`⏰ run`\n\n', '\nTwo.\n', 'Three.'].map(chunk);
const FRAMES = [...CHUNKS, '[DONE]'].map((data) => `data: ${data}\n\n`);
/** What may be read: the reply, clean or as it came. */
const LINES = [
  ['Two.', 'Three.'],
  ['`⏰ run`', 'Two.', 'Three.'],
];
const BYTES = FRAMES.map((frame) => new TextEncoder().encode(frame));
const HEAD = { contentType: 'text/event-stream', url: '', sessionId: null, request: null };

/**
 * Returns the lines of a reply. A line feed may be lost, or a line be there twice, where the lie
 * strikes within a frame.
 */
function linesIn(json: string): string[] {
  const found = json.match(/"content":"(?:[^"\\]|\\.)*"/g) ?? [];
  const text = found
    .map((content) => (JSON.parse(`{${content}}`) as { content: string }).content)
    .join('');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.filter((line, i) => line !== lines[i - 1]);
}

function openTraffic(onStopped: () => void) {
  const send = (): void => undefined;
  const cleaning = createCleaning();
  const responses = createResponses({
    isOn: () => true,
    repairs: () => DEFAULT_REPAIRS,
    cleansStored: () => true,
    cleaning,
    evidence: createEvidenceMemory('http://host', send),
    inspector: createInspector(send),
    replies: createReplies(send, cleaning.cleans),
    agents: createAgents(() => true),
    countRepair: createRepairCount(send),
    onUnread() {},
    onRemoved() {},
    stopOf: () => onStopped,
  });
  return failOpen(fakeTraffic(responses), onStopped);
}

/** Nothing but the traffic runs on the lie, and nothing throws. */
function underLie<T>(owner: object, key: PropertyKey, work: () => T): T {
  const { defineProperty, getOwnPropertyDescriptor } = Reflect;
  const before = getOwnPropertyDescriptor(owner, key)!;
  const lie = (): never => {
    throw new Error('lie');
  };
  defineProperty(owner, key, { ...before, value: lie });
  try {
    return work();
  } finally {
    defineProperty(owner, key, before);
  }
}

test.each(CASES)(
  'where $name throws, every word of replies arrives, and we say so if they are not clean',
  ({ owner, key }) => {
    let stopped = 0;
    const traffic = openTraffic(() => void (stopped += 1));
    // The reply begins before the lie.
    const begun = traffic.openBody(HEAD);
    const first = begun!.push(BYTES[0]!);

    const parts = underLie(owner, key, () => {
      const all: (readonly Uint8Array[])[] = [];
      const next = traffic.openBody(HEAD);
      for (let i = 1; i < BYTES.length; i++) all[all.length] = begun!.push(BYTES[i]!);
      all[all.length] = [begun!.end()];
      for (let i = 0; i < BYTES.length; i++)
        all[all.length] = next ? next.push(BYTES[i]!) : [BYTES[i]!];
      if (next) all[all.length] = [next.end()];
      return all;
    });

    const text = Buffer.concat([...first, ...parts.flat()]).toString();
    const replies = text.split('data: [DONE]\n\n');
    expect(replies.pop()).toBe('');
    expect(replies).toHaveLength(2);
    for (const reply of replies) expect(LINES).toContainEqual(linesIn(reply));
    if (text.includes('run')) expect(stopped).toBeGreaterThan(0);
  },
);

test.each(CASES)(
  'where $name throws, every word of events arrives, and we say so if they are not clean',
  ({ owner, key }) => {
    let stopped = 0;
    const traffic = openTraffic(() => void (stopped += 1));
    const events = traffic.openEvents('');
    const shown: string[] = [];

    underLie(owner, key, () => {
      for (let i = 0; i < CHUNKS.length; i++) shown[i] = events.receive(null, CHUNKS[i]!);
    });

    const read = shown.join('');
    expect(LINES).toContainEqual(linesIn(read));
    if (read.includes('run')) expect(stopped).toBeGreaterThan(0);
  },
);

test.each(CASES)(
  'where $name throws, a reply arrives whole also if its agent asks something',
  ({ owner, key }) => {
    setFetch(() => new Response('{"data": []}'));
    const { frames } = readRecording('v0.22-danger');
    const traffic = openTraffic(() => {});
    const head: ResponseHead = {
      ...HEAD,
      url: 'http://agent/v1/chat/completions',
      sessionId: 'named',
      request: { body: '{"messages": []}', asksReply: true, message: null },
      caller: { authorization: null, sessionId: null },
    };
    const bytes = frames.map((frame) => new TextEncoder().encode(frame));

    const parts = underLie(owner, key, () => {
      const all: (readonly Uint8Array[])[] = [];
      const body = traffic.openBody(head);
      for (let i = 0; i < bytes.length; i++)
        all[all.length] = body ? body.push(bytes[i]!) : [bytes[i]!];
      if (body) all[all.length] = [body.end()];
      return all;
    });

    const json = Buffer.concat(parts.flat()).toString().replaceAll('"content": ', '"content":');
    expect(linesIn(json)).toEqual(['Let me remove it. ', 'All done step 1.']);
  },
);
