// Normalizes one framed body in a list of stages. Each takes frames in order and hands them to the next alone:
//
// bytes -> splitter (framing/frame-splitter): whole frames
// -> reader (incoming-frames): fields and JSON; a frame that is not sound (repairs/frame) is repaired
// -> judge: a message for the reply (reply/reply), which decides about its text
// -> queue (outgoing-frames): a frame waits while its text may still become a marker, and all behind it
// -> leave: applies the verdict to the JSON, then assembles its calls (repairs/calls/assembler)
// -> out (outgoing-frames) -> bytes
//
// The inspector taps both ends: frames that arrive, and what leaves for them, with the reasons reported in between.

import { concat } from '../../lib/bytes.ts';
import type { Message } from '../dialects/dialect.ts';
import { editJson, isCrowded, isObject, parseJson } from '../json/json-edit.ts';
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
import { createFrameTrace, TOOL_EVENTS, type Entry, type FrameTap } from '../reply/frame-trace.ts';
import type { Judged, Verdict } from '../reply/text-verdicts.ts';
import type { Report } from '../reply/reply-event.ts';
import type { Reply } from '../reply/reply.ts';
import { createFrameReader } from './incoming-frames.ts';
import { createFrameQueue, createOutgoingBytes } from './outgoing-frames.ts';

/** How a body ends. */
export type BodyEnd = 'whole' | 'cut' | 'released';

/** Transforms the bytes of one body. It never throws; if it fails, the rest of the body passes unchanged. */
export interface BodyNormalizer {
  /**
   * @param chunk the next bytes, cut anywhere; its buffer is not kept
   * @returns the bytes that are ready, in parts that share no buffer: `chunk` itself if nothing changed, parts of it,
   * new bytes, or nothing
   */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /**
   * Ends the body.
   * @param how `cut`: the connection failed, or the page stopped reading. `released`: the body continues without us
   * @returns the bytes that were still held
   */
  end(how?: BodyEnd): Uint8Array;
  /** Call when nothing has arrived for a while. @returns text that was held only because of a line feed at its end */
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

/** A frame on its way out. */
interface Leaving extends Frame {
  /** The inspector's entry for it; null while nobody inspects. */
  readonly entry: Entry | null;
}

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();

const NO_REPAIRS: ReadonlySet<string> = new Set();

/**
 * Normalizes a framed body. Only whole frames are emitted; a frame that needs no change keeps its original bytes, and a
 * chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(
  framing: Framing,
  reply: Reply,
  options: RepairOptions = {},
): BodyNormalizer {
  const { enabled = NO_REPAIRS, tap, report } = options;
  const trace = tap ? createFrameTrace(tap) : null;
  const strays = createStrayFrames(enabled, onRepair, (name) =>
    report?.({ type: 'unknown-event', name }),
  );
  const streamEnd = enabled.has(done.id) ? createStreamEnd() : null;
  /** Something failed: the rest passes unchanged. */
  let broken = false;
  /** A chunk of a chat was read. */
  let isChat = false;

  // The stages, from the last to the first.
  const out = createOutgoingBytes();
  const assembler = createAssembler(enabled, onRepair);
  const queue = createFrameQueue<Leaving>(leave);
  const frameRepairs = createFrameRepairs(framing.read, enabled, onRepair, drop, options.added);
  const reader = createFrameReader(framing, frameRepairs, judge, onUnreadable, () =>
    trace?.why(silentEvents.id),
  );
  const splitter = createFrameSplitter(framing, take, passLong);

  function onRepair(id: string): void {
    strays.changed();
    trace?.why(id);
    report?.({ type: 'repair', id });
  }

  function onUnreadable(): void {
    streamEnd?.giveUp();
    reply.miss();
  }

  function drop(text: string): void {
    reader.drop(text);
  }

  function take(bytes: Uint8Array): void {
    release();
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
    if (judged?.removed || (!judged && strays.goes(frame, isChat))) drop(frame.text);
    else queue.pass(bytes, { ...frame, entry: trace?.waits() ?? null }, judged);
  }

  /** A frame that nothing changes keeps its original bytes. */
  function leave(bytes: Uint8Array, frame: Leaving, verdict: Verdict): void {
    const { fields } = frame;
    trace?.leaving(frame.entry);
    if (verdict.kind === 'keep' || !fields) return emitAll(assembler.leave(bytes, frame));
    strays.changed();
    trace?.cleaned();
    // If a part of it lasts beyond the frame, the rest of that stays.
    if (verdict.kind === 'remove' && framing.lasting(UTF8.decode(bytes)) === '') return;
    const data = editJson(fields.data, verdict.edits);
    const text = fields.rewrite(data);
    const edited = text === null ? bytes : ENCODER.encode(text);
    emitAll(assembler.leave(edited, { ...frame, json: parseJson(data) }, data));
  }

  function emitAll(frames: readonly Uint8Array[]): void {
    for (let i = 0; i < frames.length; i++) if (frames[i]) emit(frames[i] as Uint8Array);
    trace?.holds(assembler.waits());
  }

  function emit(bytes: Uint8Array): void {
    trace?.out(bytes);
    out.emit(bytes);
  }

  /** Lets all frames leave that are decided, and all others if they are too many. */
  function release(): void {
    queue.drain();
    if (!queue.isFull()) return;
    reply.giveUp();
    queue.drain();
  }

  /** Lets everything leave that the stages behind the reader hold. */
  function flush(): void {
    queue.drain();
    trace?.leavingLate();
    emit(assembler.flush());
    trace?.holds(false);
  }

  function passLong(bytes: Uint8Array): void {
    reader.flush();
    onUnreadable();
    flush();
    trace?.enter(bytes);
    emit(bytes);
  }

  function push(chunk: Uint8Array): void {
    splitter.push(chunk);
    release();
  }

  /** Ends the body: every stage releases what it holds, the first one first, and what is missing at the end is added. */
  function end(how: BodyEnd): void {
    if (broken) return;
    splitter.end();
    release();
    reader.flush();
    if (how !== 'whole') reply.lose();
    // The line that was being read goes on.
    if (how === 'released') reply.giveUp();
    reply.end('unsaid');
    flush();
    trace?.settle(true);
    const missing = how === 'whole' ? (streamEnd?.missing() ?? '') : '';
    if (missing === '') return;
    trace?.leavingLate();
    onRepair(done.id);
    emit(ENCODER.encode(missing));
    trace?.settle(true);
  }

  /** Returns whether a line feed may leave that is held at the end of a text. */
  function mayRelease(): boolean {
    return reply.holdsLineFeedOnly() && !(framing.isText && !splitter.isEmpty());
  }

  function pause(): void {
    if (mayRelease()) reply.pause(false);
    queue.drain();
  }

  /** After a failure: every stage releases what it holds unchanged, the last one first. */
  function abandon(): void {
    attempt(() => out.emit(assembler.flush()));
    attempt(() => queue.abandon(out.emit));
    attempt(() => out.emit(ENCODER.encode(reader.rest())));
    attempt(() => out.emit(splitter.rest()));
  }

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
      abandon();
    }
    return out.take();
  }

  return {
    push: (chunk) => (broken ? [chunk] : guarded(push, chunk)),
    end: (how = 'whole') => concat(guarded(end, how)),
    idle: () => concat(guarded(pause, undefined)),
    waits: () => !queue.isEmpty() && mayRelease(),
  };
}

/** Makes a message of a frame. @returns its judgement; null for a frame that the reply does not know */
function judgeFrame(reply: Reply, { text, fields, json }: Frame): Judged | null {
  if (fields && (isObject(json) || Array.isArray(json)))
    return reply.judge({ event: fields.event, json: json as Message['json'] });
  if (fields?.data.trim() === '[DONE]') reply.end();
  else if (text.trim() !== '') reply.pause(text.startsWith(':'));
  return null;
}
