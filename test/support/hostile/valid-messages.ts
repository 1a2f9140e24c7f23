import { MAX_TEXT, type PageMessage } from '../../../src/bridge/protocol.ts';

type Makers = {
  readonly [Type in PageMessage['type']]: (
    i: number,
  ) => Extract<PageMessage, { readonly type: Type }>;
};

const BIG = 'x'.repeat(MAX_TEXT);

/** The worst valid message of each kind: a new kind does not compile without one. */
const MAKERS: Makers = {
  hello: (i) => ({ type: 'hello', late: i % 2 === 0 }),
  direct: () => ({ type: 'direct' }),
  'reply-start': (i) => ({
    type: 'reply-start',
    reply: i,
    message: { chatId: `chat-${i}`, messageId: `message-${i}` },
    counts: true,
  }),
  note: (i) => ({ type: 'note', reply: i % 50, note: { kind: 'failed', text: BIG } }),
  progress: (i) => ({
    type: 'progress',
    reply: i % 50,
    progress: {
      call: i,
      source: 'event',
      tool: BIG,
      emoji: '💻',
      label: BIG,
      callId: BIG,
      status: 'running',
      provenance: i % 2 === 0 ? 'imitated' : 'server',
    },
  }),
  'reply-expected': () => ({ type: 'reply-expected' }),
  'reply-text': (i) => ({ type: 'reply-text', reply: i, text: BIG }),
  'reply-end': (i) => ({ type: 'reply-end', reply: i }),
  seen: (i) => ({ type: 'seen', reply: i, id: 'x'.repeat(40) }),
  removed: () => ({ type: 'removed', reply: null, markers: 1_000_000 }),
  hermes: (i) => ({ type: 'hermes', model: `${i}` }),
  stopped: () => ({ type: 'stopped' }),
  unread: () => ({ type: 'unread', rendered: true }),
  resumed: () => ({ type: 'resumed' }),
  repaired: () => ({ type: 'repaired', repairs: 1_000_000 }),
  inspected: (i) => ({
    type: 'inspected',
    streams: [
      {
        stream: i,
        way: 'response',
        address: BIG,
        type: '',
        server: '',
        frames: [{ before: BIG, after: BIG, why: [], from: 0, cut: 0 }],
        dropped: 0,
        stopped: false,
        over: false,
      },
    ],
  }),
};

/** @returns a flood of valid messages, of every kind in turn */
export function validMessages(count: number): readonly PageMessage[] {
  const kinds = Object.values(MAKERS);
  return Array.from({ length: count }, (_, i) =>
    (kinds[i % kinds.length] ?? MAKERS.hermes)(Math.floor(i / kinds.length)),
  );
}
