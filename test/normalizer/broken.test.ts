/** Every carrier of a reply reports that its cleaning failed, and passes on what arrived. */
import { expect, test, vi } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../src/normalizer/bodies/event-normalizer.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { concat } from '../../src/lib/bytes.ts';
import { completion } from './open-webui/streams.ts';
import { bytesOf, chatBody, textOf } from './splits.ts';
import { on } from '../support/on.ts';

const TEXT = 'Hi.\n`⏰ list`\n\nThere';
const CHUNK = JSON.stringify({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: TEXT } }],
});
const STORED = JSON.stringify({
  id: 'x',
  chat: { history: { messages: { a: { id: 'a', role: 'assistant', content: TEXT } } } },
});

function fails(): never {
  throw new Error('broken');
}

const SSE: Partial<BodyOptions> = { contentType: 'text/event-stream' };

const BODIES: readonly (readonly [name: string, options: Partial<BodyOptions>, body: string])[] = [
  ['server-sent events', SSE, chatBody(['Hi.', '\n`⏰ list`\n'])],
  [
    'server-sent events that are read from their middle',
    { ...SSE, joined: true },
    chatBody(['Hi.', '\n`⏰ list`\n']),
  ],
  ['server-sent events without a type', {}, chatBody(['Hi.', '\n`⏰ list`\n'])],
  ['lines of JSON', { contentType: 'application/x-ndjson' }, `${CHUNK}\n`],
  ['lines of JSON without a type', {}, `${CHUNK}\n`],
  ['a data stream', {}, '0:"Hi.\\n`⏰ list`\\n\\nThere"\n'],
  ['plain text', { contentType: 'text/plain' }, TEXT],
  [
    'a JSON answer',
    { contentType: 'application/json' },
    JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: TEXT } }] }),
  ],
  [
    'a stored chat',
    { contentType: 'application/json', url: '/api/v1/chats/de9fc828-8d1b-42c6-8e38-411c05ea42b8' },
    STORED,
  ],
];

function run(options: Partial<BodyOptions>, body: string): string {
  const normalizer = createBodyNormalizer({ contentType: null, isReply: true, ...options });
  return textOf(
    concat([...(normalizer?.push(bytesOf(body)) ?? []), normalizer?.end() ?? bytesOf('')]),
  );
}

test.each(BODIES)(
  'a body reports a failure of its cleaning once, and only then: %s',
  (_name, options, body) => {
    const onBroken = vi.fn<() => void>();

    run({ ...options, onBroken }, body);
    expect(onBroken).not.toHaveBeenCalled();
    expect(
      run(
        {
          ...options,
          onBroken,
          cleans: fails,
          cleansStored: fails,
          report: on({ evidence: fails }),
          onStoredEvidence: fails,
          expectsMarkers: fails,
        },
        body,
      ),
    ).toBe(body);
    expect(onBroken).toHaveBeenCalledTimes(1);
  },
);

test('plain text and JSON that are not UTF-8 report it too, and pass unchanged', () => {
  for (const contentType of ['text/plain', 'application/json']) {
    const onBroken = vi.fn<() => void>();
    const bytes = Uint8Array.of(0x22, 0xff, 0x22);
    const normalizer = createBodyNormalizer({ contentType, isReply: true, onBroken });

    expect([...concat([...(normalizer?.push(bytes) ?? []), normalizer?.end() ?? bytes])]).toEqual([
      ...bytes,
    ]);
    expect(onBroken).toHaveBeenCalledTimes(1);
  }
});

test('an EventSource reports a failure of its cleaning once', () => {
  const onBroken = vi.fn<() => void>();
  const working = createEventNormalizer(() => ({}), onBroken);
  expect(working.receive(null, CHUNK)).not.toBe(CHUNK);
  expect(onBroken).not.toHaveBeenCalled();

  const broken = createEventNormalizer(
    () => ({ cleans: fails, report: on({ start: fails }) }),
    onBroken,
  );
  expect([broken.receive(null, CHUNK), broken.receive(null, CHUNK)]).toEqual([CHUNK, CHUNK]);
  expect(onBroken).toHaveBeenCalledTimes(1);
});

test('a socket reports a failure of its cleaning for each packet', () => {
  const onBroken = vi.fn<() => void>();
  const packet = completion({ content: TEXT, done: true });
  expect(createSocketNormalizer({ onBroken }).receive(packet)).not.toBe(packet);
  expect(onBroken).not.toHaveBeenCalled();

  const broken = createSocketNormalizer({ cleans: fails, onBroken });
  expect([broken.receive(packet), broken.receivePayload(`2\u001e${packet}`)]).toEqual([
    packet,
    `2\u001e${packet}`,
  ]);
  expect(onBroken).toHaveBeenCalledTimes(2);
});
