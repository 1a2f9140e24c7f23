// Normalizes one framed body in a chain of stages. Each takes frames in order and hands them to the next:
//
// bytes -> splitter (framing/frame-splitter): whole frames, or runs of frames that need no look
// -> reader (frame-reader): text, fields and JSON; defects of single frames are repaired
// -> judge (frame-judge): a message for the reply (reply/reply), which decides about its text
// -> queue (frame-queue): a frame waits while its text may still become a marker, and all behind it
// -> departure (departure): applies the verdict to the JSON, then the repairs of the stream
// -> out (outgoing-bytes) -> bytes
//
// Findings are reported on the way. While somebody inspects, the stages are wrapped (traced-stages).

import { concat } from '../../lib/bytes.ts';
import type { FrameSink } from '../framing/frame-sink.ts';
import { createFrameSplitter } from '../framing/frame-splitter.ts';
import type { Framing } from '../framing/framing.ts';
import { createStreamEnd, DONE } from '../repairs/done.ts';
import { createFrameRepairs } from '../repairs/frame-repairs.ts';
import { createStreamRepairs } from '../repairs/stream-repairs.ts';
import { createStrayFrames } from '../repairs/stray-frames.ts';
import { createFrameTrace, TOOL_EVENTS, type FrameTap } from '../reply/frame-trace.ts';
import type { Report } from '../reply/reply-event.ts';
import type { Reply } from '../reply/reply.ts';
import { createDeparture } from './departure.ts';
import { createFrameJudge } from './frame-judge.ts';
import { createFrameQueue } from './frame-queue.ts';
import { createFrameReader } from './frame-reader.ts';
import { createOutgoingBytes } from './outgoing-bytes.ts';
import { traceDeparture, traceSink } from './traced-stages.ts';

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
   * @param how `cut`: the connection failed, or the page stopped reading; a page that resumes streams asks for the
   * rest. `released`: the body continues without us
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
  readonly report?: Report;
  /** Called when something failed: the rest passes unchanged. */
  onBroken?(): void;
  /** Gets the input and the output of each frame while somebody inspects. */
  readonly tap?: FrameTap;
}

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

const NO_REPAIRS: ReadonlySet<string> = new Set();

/**
 * Normalizes a framed body. Only whole frames are emitted; a frame that needs no change keeps its original bytes, and a
 * chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply, options: RepairOptions = {}): BodyNormalizer {
  const stages = createStages(framing, reply, options);
  const { out, queue, trace } = stages;
  const sink = sinkOf(stages);
  const splitter = createFrameSplitter(framing, trace ? traceSink(sink, trace) : sink);
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
      out.emit(splitter.rest());
    }
    return out.take();
  }

  /** Bodies that arrive byte by byte are mostly such chunks. */
  function keeps(chunk: Uint8Array): boolean {
    try {
      return !trace?.isOn() && splitter.keep(chunk);
    } catch {
      return false; // a page may break natives we rely on; it still gets its bytes
    }
  }

  function split(chunk: Uint8Array): void {
    splitter.push(chunk);
    queue.own();
  }

  function end(how: BodyEnd): void {
    if (broken) return;
    splitter.end();
    finish(stages, how);
  }

  function pause(): void {
    if (reply.holdsLineFeedOnly()) reply.pause(false);
    queue.drain();
  }

  return {
    push: (chunk) => (broken ? [chunk] : keeps(chunk) ? [] : guarded(split, chunk)),
    end: (how = 'whole') => concat(guarded(end, how)),
    idle: () => concat(guarded(pause, undefined)),
    waits: () => !queue.isEmpty() && reply.holdsLineFeedOnly(),
  };
}

/** The stages of one stream, and what traces them. */
type Stages = ReturnType<typeof createStages>;

/** Connects the stages behind the splitter. */
function createStages(framing: Framing, reply: Reply, { enabled = NO_REPAIRS, tap, report }: RepairOptions) {
  const trace = tap ? createFrameTrace(framing, tap) : null;
  const strays = createStrayFrames(enabled, repaired, (name) => report?.({ type: 'unknown-event', name }));
  const repairs = createStreamRepairs(enabled, repaired);
  const frameRepairs = createFrameRepairs(framing.read, enabled, repaired, strays.isBehindChange);
  const streamEnd = enabled.has(DONE) ? createStreamEnd(framing) : null;

  const out = createOutgoingBytes();
  const makeDeparture = (emit: typeof out.emit) => createDeparture(framing, repairs, emit, strays.changed);
  const departure = trace ? traceDeparture(makeDeparture, out.emit, repairs.waits, trace) : makeDeparture(out.emit);
  const queue = createFrameQueue(departure.leave, trace);
  const judge = createFrameJudge({
    reply,
    strays,
    pass: queue.pass,
    onFrame: (frame) => streamEnd?.read(frame),
    onRemoved() {
      trace?.why(TOOL_EVENTS);
      strays.changed();
    },
  });
  const reader = createFrameReader({
    framing,
    frameRepairs,
    repairs,
    // The inspector must see each frame. The hook always has a tap, which is nearly always shut.
    repeats: () => !trace?.isOn(),
    isWaiting: () => !queue.isEmpty(),
    onUnreadable() {
      streamEnd?.giveUp();
      reply.miss();
    },
    judge,
    pass: queue.pass,
    out,
  });

  function repaired(id: string): void {
    strays.changed();
    trace?.why(id);
    report?.({ type: 'repair', id });
  }

  return { reply, trace, strays, repairs, frameRepairs, streamEnd, repaired, out, departure, queue, reader };
}

/** Where the splitter hands frames: most skip the stages, as nothing in them needs a look. */
function sinkOf(stages: Stages): FrameSink {
  const { reply, strays, repairs, frameRepairs, streamEnd, out, departure, queue, reader } = stages;

  /** Emits what waits, unchanged. */
  function giveUp(): void {
    reply.giveUp();
    queue.drain();
  }

  const sink: FrameSink = {
    canSkip: () =>
      queue.isEmpty() && !repairs.waits() && !repairs.readsAll() && !frameRepairs.readsAll() && reply.settled(),
    seesStrays: strays.seesStrays,
    skip(bytes) {
      reply.skip();
      streamEnd?.skip(bytes);
      out.emit(bytes);
    },
    frame: reader.read,
    repeated: (chunk, to, which) => reader.readRepeated(chunk, to, which, sink),
    passesBlanks: () =>
      reader.hasRead() && queue.isEmpty() && !repairs.waits() && !frameRepairs.remembers() && !strays.seesStrays(),
    blanks: out.emit,
    pass(bytes) {
      reader.flush();
      streamEnd?.giveUp();
      reply.miss();
      queue.drain();
      departure.flush();
      out.emit(bytes);
    },
    taken() {
      queue.drain();
      if (queue.isFull()) giveUp();
    },
  };
  return sink;
}

/** Ends the body: every stage releases what it holds, the first one first, and what is missing at the end is added. */
function finish({ reply, trace, streamEnd, repaired, out, departure, queue, reader }: Stages, how: BodyEnd): void {
  reader.flush();
  if (how !== 'whole') reply.lose();
  // The line that was being read goes on.
  if (how === 'released') reply.giveUp();
  reply.end();
  queue.drain();
  departure.flush();
  trace?.end();
  const missing = how === 'whole' ? (streamEnd?.missing() ?? '') : '';
  if (missing === '') return;
  trace?.leavingLate();
  repaired(DONE);
  const added = ENCODER.encode(missing);
  trace?.out(added, false);
  out.emit(added);
}

/** After a failure: every stage releases what it holds unchanged, the last one first. */
function abandon({ repairs, frameRepairs, out, queue }: Stages): void {
  out.emit(repairs.flush());
  queue.abandon(out.emit);
  out.emit(ENCODER.encode(frameRepairs.held()));
}
