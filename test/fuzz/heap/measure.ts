/**
 * Sends ten megabytes of each text through each carrier, and reports what is alive then: one line
 * of JSON for each. Needs --expose-gc.
 */
import '../../hook/browser-shape.ts';
import { readThrough } from '../../../src/hook/transports/text-transform.ts';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { STREAM_MAKERS } from '../../normalizer/dialects/made-streams.ts';
import { steadyIds } from '../../normalizer/pass-deltas.ts';

/** What was alive after one text. */
export interface Measured {
  readonly carrier: string;
  readonly text: string;
  readonly bytes: number;
  /** The limit. */
  readonly allowed: number;
}

interface Carrier {
  readonly name: string;
  /** Characters sent. */
  readonly length?: number;
  /** Bytes that may be alive at the end; a few megabytes by default. */
  readonly allowed?: number;
  open(): Opened;
}

/** Takes the chunks of one text as they arrive. */
interface Opened {
  push(piece: string): void;
  /** Everything was sent: the page's own references are dropped. */
  release?(): void;
}

const LENGTH = 10_000_000;
/** Half of what a text of that length takes where it is kept, in UTF-16 even less. */
const ALLOWED = 5_000_000;
/** If the page itself asks for the whole text, it is kept for it, in UTF-16 at most. */
const WHOLE = 2 * LENGTH + ALLOWED;
/** One of those that are read alike. */
const DIALECTS = ['openai-chat', 'openai-responses', 'hermes-session', 'ollama', 'unknown'];

function openBody(contentType: string): NonNullable<ReturnType<typeof createBodyNormalizer>> {
  const normalizer = createBodyNormalizer({ contentType, isReply: true });
  if (!normalizer) throw new Error(`${contentType} has no normalizer`);
  return normalizer;
}

function body(
  name: string,
  contentType: string,
  write: (piece: string) => string,
  allowed?: number,
): Carrier {
  return {
    name,
    ...(allowed !== undefined && { allowed }),
    open() {
      const normalizer = openBody(contentType);
      return { push: (piece) => void normalizer.push(Buffer.from(write(piece))) };
    },
  };
}

function packetOf(reply: number, data: object): string {
  return `42${JSON.stringify(['events', { chat_id: 'c', message_id: `m-${reply}`, data }])}`;
}

function packets(name: string, write: (piece: string) => object): Carrier {
  return {
    name,
    open() {
      const socket = createSocketNormalizer({});
      return { push: (piece) => void socket.receive(packetOf(0, write(piece))) };
    },
  };
}

/**
 * Sends the whole text of a reply so far, again and again.
 * @param longest length of a reply; then the next one begins
 * @param step characters added each time
 */
function snapshots(name: string, longest: number, step: number, length = LENGTH): Carrier {
  return {
    name,
    length,
    open() {
      const socket = createSocketNormalizer({});
      let reply = 0;
      let content = '';
      return {
        push(piece) {
          for (let at = 0; at < piece.length; at += step) {
            if (content.length > longest) {
              reply++;
              content = '';
            }
            content += piece.slice(at, at + step);
            socket.receive(packetOf(reply, { type: 'chat:completion', data: { content } }));
          }
        },
        release() {
          content = '';
        },
      };
    },
  };
}

const CARRIERS: readonly Carrier[] = [
  ...STREAM_MAKERS.filter(({ dialect }) => DIALECTS.includes(dialect)).map((maker) =>
    body(maker.dialect, maker.contentType, (piece) => maker.delta(piece, steadyIds)),
  ),
  body('plain text', 'text/plain', (piece) => piece),
  body('bytes that are no frames', 'text/event-stream', (piece) => piece),
  body('lines that are no JSON', 'application/x-ndjson', (piece) => piece),
  body('one JSON message', 'application/json', (piece) => piece, WHOLE),
  {
    name: 'EventSource',
    open() {
      const events = createEventNormalizer(() => ({}));
      return {
        push: (content) =>
          void events.receive(
            null,
            JSON.stringify({ choices: [{ index: 0, delta: { content } }] }),
          ),
      };
    },
  },
  {
    name: 'XMLHttpRequest',
    allowed: WHOLE,
    open() {
      const read = readThrough({ ...openBody('text/plain'), stopped() {} });
      let text = '';
      let waiting = '';
      return {
        push(piece) {
          // The whole text is flattened whenever some of it has arrived.
          waiting += piece;
          if (waiting.length < LENGTH / 50) return;
          text += waiting;
          waiting = '';
          read(text, false);
        },
        release() {
          text = waiting = '';
        },
      };
    },
  },
  packets('socket packets, appended', (content) => ({ type: 'message', data: { content } })),
  packets('socket packets, deltas of chunks', (content) => ({
    type: 'chat:completion',
    data: { choices: [{ index: 0, delta: { content } }] },
  })),
  packets('socket packets, deltas of items', (delta) => ({
    type: 'response:completion',
    data: {
      type: 'response.output_text.delta',
      item_id: 'i',
      output_index: 0,
      content_index: 0,
      delta,
    },
  })),
  snapshots('socket packets, snapshots of many replies', 2000, 500, LENGTH / 4),
  snapshots('socket packets, snapshots of one reply', Infinity, 30, 60_000),
  {
    name: 'control',
    open() {
      const kept: string[] = [];
      return { push: (piece) => void kept.push(Buffer.from(piece).toString()) };
    },
  },
];

/** What is sent once, what is repeated after it, and the characters of a chunk. */
type Text = readonly [first: string, unit: string, size: number];

const TEXTS: readonly Text[] = [
  ['', 'Words with `code`, and **more** of them. ', 2000],
  ['', `${'Words of a line. '.repeat(8)}\n\`💻 ls -la /home/user/projects\`\n\n`, 1000],
  ['', '\n', 2000],
  ['`💻 ', 'a', 2000],
  ['', '```\n`⏰ list of things`\n\n', 2000],
  ['<details type="tool_calls" done="false">\n', '<details>\n', 2000],
  ['', 'é🙂 ', 500],
];

function alive(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Times that more than the limit is measured again, and milliseconds before that. */
const TRIES = 3;
const PAUSE = 100;

/**
 * @param limit what is certainly not kept if no more is alive
 * @returns what is alive; V8 frees array buffers in a thread of its own, which a busy machine may
 * keep waiting
 */
function aliveAtLast(limit: number): number {
  let bytes = alive();
  for (let tries = 0; tries < TRIES && bytes > limit; tries++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    bytes = alive();
  }
  return bytes;
}

function feed({ push }: Opened, [first, unit, size]: Text, length: number): void {
  const block = unit.repeat(Math.ceil(size / unit.length) + 1);
  let at = 0;
  push(first);
  for (let sent = 0; sent < length; sent += size) {
    // Every chunk is a string of its own, like those from a network.
    push(Buffer.from(block.slice(at, at + size), 'utf16le').toString('utf16le'));
    at = (at + size) % unit.length;
  }
}

/** @returns what is alive, measured again if it is more than `limit` */
function measure(carrier: Carrier, text: Text, limit: number): number {
  const opened = carrier.open();
  feed(opened, text, carrier.length ?? LENGTH);
  opened.release?.();
  const bytes = aliveAtLast(limit);
  // It has lived until here.
  opened.push('');
  return bytes;
}

for (const carrier of CARRIERS) {
  feed(carrier.open(), ['', 'Warm. ', 1000], 50_000);
  for (const text of TEXTS) {
    const before = alive();
    const allowed = carrier.allowed ?? ALLOWED;
    const bytes = measure(carrier, text, before + allowed) - before;
    const measured: Measured = {
      carrier: carrier.name,
      text: text[0] + text[1],
      bytes,
      allowed,
    };
    process.stdout.write(`${JSON.stringify(measured)}\n`);
  }
}
