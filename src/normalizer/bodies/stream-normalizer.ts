// Normalizes one framed body in a list of stages. Each takes frames in order and hands them to the
// next alone:
//
// bytes -> splitter (framing/frame-splitter): whole frames -> reader (incoming-frames): fields and
// JSON; a frame that is not sound (repairs/frame) is repaired -> judge: a message for the reply
// (reply/reply), which decides about its text -> queue (outgoing-frames): a frame waits while its
// text may still become a marker, and all behind it -> leaving (outgoing-frames): applies the
// verdict to the JSON, then assembles its calls (repairs/calls/assembler) -> out (outgoing-frames)
// -> bytes
//
// The inspector taps both ends: frames that arrive, and what leaves for them, with the reasons
// reported in between.

import { concat } from '../../lib/bytes.ts';
import type { Message } from '../dialects/dialect.ts';
import { isCrowded, isObject } from '../json/json-edit.ts';
import { createFrameSplitter } from '../framing/frame-splitter.ts';
import type { Framing } from '../framing/framing.ts';
import { createStreamEnd, done } from '../repairs/done.ts';
import {
  createFrameRepairs,
  createStrayFrames,
  type AddedRepair,
} from '../repairs/frame-repairs.ts';
import type { Frame } from '../repairs/frame.ts';
import { silentEvents } from '../repairs/silent-events.ts';
import { createAssembler } from '../repairs/calls/assembler.ts';
import { createFrameTrace, TOOL_EVENTS, type FrameTap } from '../reply/frame-trace.ts';
import type { Judged } from '../reply/text-verdicts.ts';
import type { Report } from '../reply/reply-event.ts';
import type { Reply } from '../reply/reply.ts';
import { createFrameReader } from './incoming-frames.ts';
import {
  createFrameQueue,
  createLeavingFrames,
  createOutgoingBytes,
  type Leaving,
} from './outgoing-frames.ts';

/** How a body ends. */
export type BodyEnd = 'whole' | 'cut' | 'released';

/**
 * Transforms the bytes of one body. It never throws; if it fails, the rest of the body passes
 * unchanged.
 */
export interface BodyNormalizer {
  /**
   * @param chunk the next bytes, cut anywhere; its buffer is not kept
   * @returns the bytes that are ready, in parts that share no buffer: `chunk` itself if nothing
   * changed, parts of it, new bytes, or nothing
   */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /**
   * Ends the body.
   * @param how `cut`: the connection failed, or the page stopped reading. `released`: the body
   * continues without us
   * @returns the bytes that were still held
   */
  end(how?: BodyEnd): Uint8Array;
  /**
   * Call when nothing has arrived for a while.
   * @returns text that was held only because of a line feed at its end
   */
  idle(): Uint8Array;
  /** Is text held that `idle` would release? */
  waits(): boolean;
}

/** Which repairs are on, and where reports go. */
export interface RepairOptions {
  /** Ids of the repairs that are on; none if undefined. */
  readonly enabled?: ReadonlySet<string>;
  /** A repair besides those, of a whole answer as well. */
  readonly added?: AddedRepair | null;
  readonly report?: Report;
  /** Called when something failed: the rest passes unchanged. */
  onBroken?(): void;
  /** Stored chats: messages may have very many objects. */
  readonly isStored?: boolean;
  /** Gets the input and the output of each frame while somebody inspects. */
  readonly tap?: FrameTap;
}

/** What fails must not keep the rest from the page. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Its bytes are lost; those of the others are not.
  }
}

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();

const NO_REPAIRS: ReadonlySet<string> = new Set();

/**
 * Normalizes a framed body. Only whole frames are emitted; a frame that needs no change keeps its
 * original bytes, and a chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(
  framing: Framing,
  reply: Reply,
  options: RepairOptions = {},
): BodyNormalizer {
  const stages = createStages(framing, reply, options);
  const { splitter, queue, out, trace } = stages;
  /** Something failed: the rest passes unchanged. */
  let broken = false;

  /** Fails open: the page gets every byte that was held, in order and unchanged. */
  function guarded<I>(work: (input: I) => void, input: I): readonly Uint8Array[] {
    try {
      trace?.begin();
      work(input);
      trace?.settle();
    } catch {
      broken = true; // a page may break natives we rely on; it still gets its bytes
      options.onBroken?.();
      trace?.drop();
      abandon(stages);
    }
    return out.take();
  }

  /** Returns whether a line feed may leave that is held at the end of a text. */
  function mayRelease(): boolean {
    return reply.holdsLineFeedOnly() && !(framing.isText && !splitter.isEmpty());
  }

  function push(chunk: Uint8Array): void {
    splitter.push(chunk);
    release(stages);
  }

  function end(how: BodyEnd): void {
    if (!broken) endBody(stages, how);
  }

  function pause(): void {
    if (mayRelease()) reply.pause(false);
    queue.drain();
  }

  return {
    push: (chunk) => (broken ? [chunk] : guarded(push, chunk)),
    end: (how = 'whole') => concat(guarded(end, how)),
    idle: () => concat(guarded(pause, undefined)),
    waits: () => !queue.isEmpty() && mayRelease(),
  };
}

type Stages = ReturnType<typeof createStages>;

/** Creates the stages, from the last to the first. */
function createStages(framing: Framing, reply: Reply, options: RepairOptions) {
  const { enabled = NO_REPAIRS, tap, report } = options;
  const trace = tap ? createFrameTrace(tap) : null;
  const strays = createStrayFrames(enabled, onRepair, (name) =>
    report?.({ type: 'unknown-event', name }),
  );
  const streamEnd = enabled.has(done.id) ? createStreamEnd() : null;
  /** A chunk of a chat was read. */
  let isChat = false;

  const out = createOutgoingBytes();
  const assembler = createAssembler(enabled, onRepair);
  const { emit } = out;
  const leaving = createLeavingFrames({
    framing,
    assembler,
    trace,
    emit,
    onChange: strays.changed,
  });
  const queue = createFrameQueue<Leaving>(leaving.leave);
  const drop = (text: string): void => reader.drop(text);
  const repairs = createFrameRepairs(framing.read, enabled, onRepair, drop, options.added);
  const reader = createFrameReader(framing, repairs, judge, onUnreadable, () =>
    trace?.why(silentEvents.id),
  );
  const splitter = createFrameSplitter(framing, take, passLong);
  const stages = {
    reply,
    trace,
    streamEnd,
    onRepair,
    out,
    assembler,
    leaving,
    queue,
    reader,
    splitter,
  };

  function onRepair(id: string): void {
    strays.changed();
    trace?.why(id);
    report?.({ type: 'repair', id });
  }

  function onUnreadable(): void {
    streamEnd?.giveUp();
    reply.miss();
  }

  function take(bytes: Uint8Array): void {
    release(stages);
    const text = UTF8.decode(bytes);
    if (isCrowded(text) && !options.isStored) return passLong(bytes);
    trace?.enter(bytes);
    reader.read(bytes, text);
  }

  function judge(bytes: Uint8Array, frame: Frame): void {
    streamEnd?.read(frame);
    const judged = judgeFrame(reply, frame);
    if (judged?.removed) {
      strays.changed();
      trace?.why(TOOL_EVENTS);
    }
    if (judged) isChat ||= isObject(frame.json) && Array.isArray(frame.json.choices);
    const goes = judged ? judged.removed : strays.goes(frame, isChat);
    if (goes) reader.drop(frame.text);
    else queue.pass(bytes, { ...frame, entry: trace?.waits() ?? null }, judged);
  }

  function passLong(bytes: Uint8Array): void {
    reader.flush();
    onUnreadable();
    flush(stages);
    assembler.miss();
    trace?.enter(bytes);
    leaving.emit(bytes);
  }

  return stages;
}

/** Lets all frames leave that are decided, and all others if they are too many. */
function release({ queue, reply }: Stages): void {
  queue.drain();
  if (!queue.isFull()) return;
  reply.giveUp();
  queue.drain();
}

/** Lets everything leave that the stages behind the reader hold. */
function flush({ queue, leaving }: Stages): void {
  queue.drain();
  leaving.flush();
}

/**
 * Ends the body: every stage releases what it holds, the first one first, and what is missing at
 * the end is added.
 */
function endBody(stages: Stages, how: BodyEnd): void {
  const { splitter, reader, reply, trace } = stages;
  splitter.end();
  release(stages);
  reader.flush();
  if (how !== 'whole') reply.lose();
  // The line that was being read goes on.
  if (how === 'released') reply.giveUp();
  reply.end('unsaid');
  flush(stages);
  trace?.settle(true);
  if (how === 'whole') complete(stages);
}

/** Adds what is missing at the end. */
function complete({ streamEnd, leaving, trace, onRepair }: Stages): void {
  const missing = streamEnd?.missing() ?? '';
  if (missing === '') return;
  trace?.leavingLate();
  onRepair(done.id);
  leaving.emit(ENCODER.encode(missing));
  trace?.settle(true);
}

/** After a failure: every stage releases what it holds unchanged, the last one first. */
function abandon({ out, assembler, queue, reader, splitter }: Stages): void {
  attempt(() => out.emit(assembler.flush()));
  attempt(() => queue.abandon(out.emit));
  attempt(() => out.emit(ENCODER.encode(reader.rest())));
  attempt(() => out.emit(splitter.rest()));
}

/**
 * Makes a message of a frame.
 * @returns its judgement; null for a frame that the reply does not know
 */
function judgeFrame(reply: Reply, { text, fields, json }: Frame): Judged | null {
  if (fields && (isObject(json) || Array.isArray(json)))
    return reply.judge({ event: fields.event, json: json as Message['json'] });
  if (fields?.data.trim() === '[DONE]') reply.end();
  else if (text.trim() !== '') reply.pause(text.startsWith(':'));
  return null;
}
