// Stream: one framed body on its straight way through the stages. Each takes frames, in order, and hands them on:
//
//   bytes -> splitter (framing/frame-splitter): whole frames, or runs of frames that need no look
//         -> reader (frame-reader): text, fields and JSON; defects of single frames are repaired
//         -> judge (frame-judge): a message for the reply (reply/reply), which says what becomes of its text
//         -> queue (frame-queue): where a text may still become a marker, its frame waits, and all behind it
//         -> departure (departure): the verdict is carried out in the JSON, then the repairs of the stream
//         -> out (outgoing-bytes) -> bytes
//
// What is found is reported on the way. While somebody inspects, the stages are wrapped (traced-stages).

import { concat } from '../../lib/bytes.ts';
import { createFrameSplitter, type FrameSink } from '../framing/frame-splitter.ts';
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

/** How a body ends for us. */
export type BodyEnd = 'whole' | 'cut' | 'released';

/** Transforms the bytes of one body. It never throws; when it fails, the body goes on as it came. */
export interface BodyNormalizer {
  /**
   * @param chunk the next bytes, cut anywhere; nothing of its buffer is kept
   * @returns the bytes that are ready now, in parts that share no buffer: `chunk` itself where nothing was to do, parts
   *   of it, new bytes, or nothing
   */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /**
   * The body is over, whole or cut.
   * @param how `cut`: the connection has failed, or the page reads no further: one that resumes streams asks for the rest.
   *   `released`: it goes on, and no longer through us
   * @returns what was still held
   */
  end(how?: BodyEnd): Uint8Array;
  /** Nothing came for a while. @returns text that was held only for the sake of a line feed at its end */
  idle(): Uint8Array;
  /** Is text held that `idle` would let go? */
  waits(): boolean;
}

/** What is repaired, and who gets the reports. */
export interface RepairOptions {
  /** Ids of the repairs that are on; none where nothing is said. */
  readonly enabled?: ReadonlySet<string>;
  readonly report?: Report;
  /** Called when something failed: the rest goes on as it came. */
  onBroken?(): void;
  /** Gets each frame, before and after, while somebody inspects. */
  readonly tap?: FrameTap;
}

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

const NO_REPAIRS: ReadonlySet<string> = new Set();

/**
 * Normalizes a framed body. Only whole frames leave it; a frame that no rule changes leaves it with its own bytes, and a
 * chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply, options: RepairOptions = {}): BodyNormalizer {
  const stages = createStages(framing, reply, options);
  const { out, queue, trace } = stages;
  const sink = sinkOf(stages);
  const splitter = createFrameSplitter(framing, trace ? traceSink(sink, trace) : sink);
  /** Something failed: what follows passes as it is. */
  let broken = false;

  /** Fails open: the page gets every byte that was held, in order and as it came. */
  function guarded(work: () => void): readonly Uint8Array[] {
    try {
      trace?.begin();
      work();
      trace?.settle();
    } catch {
      broken = true; // a page may break what we rely on; it still gets its bytes
      options.onBroken?.();
      trace?.drop();
      abandon(stages);
      out.emit(splitter.rest());
    }
    return out.take();
  }

  /** Bodies that come byte by byte are mostly this. */
  function keeps(chunk: Uint8Array): boolean {
    try {
      return !trace?.isOn() && splitter.keep(chunk);
    } catch {
      return false; // a page may break what we rely on; it still gets its bytes
    }
  }

  return {
    push: (chunk) =>
      broken
        ? [chunk]
        : keeps(chunk)
          ? []
          : guarded(() => {
              splitter.push(chunk);
              queue.own();
            }),
    end: (how = 'whole') =>
      concat(
        guarded(() => {
          if (broken) return;
          splitter.end();
          finish(stages, how);
        }),
      ),
    idle: () =>
      concat(
        guarded(() => {
          if (reply.holdsLineFeedOnly()) reply.pause(false);
          queue.drain();
        }),
      ),
    waits: () => !queue.isEmpty() && reply.holdsLineFeedOnly(),
  };
}

/** What one stream goes through, and what watches it on its way. */
type Stages = ReturnType<typeof createStages>;

/** Joins the stages behind the splitter, each to the next. */
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
    // Whoever inspects sees each frame; the hook always has a tap, which is nearly always shut.
    repeats: () => !trace?.isOn(),
    isWaiting: () => !queue.isEmpty(),
    onUnreadable: () => streamEnd?.giveUp(),
    judge,
    pass: queue.pass,
    emit: out.emit,
  });

  function repaired(id: string): void {
    strays.changed();
    trace?.why(id);
    report?.({ type: 'repair', id });
  }

  return { reply, trace, strays, repairs, frameRepairs, streamEnd, repaired, out, departure, queue, reader };
}

/** What the splitter hands frames to: most go round the stages, as nothing in them is to be looked at. */
function sinkOf(stages: Stages): FrameSink {
  const { reply, strays, repairs, frameRepairs, streamEnd, out, departure, queue, reader } = stages;

  /** What waits leaves as it is. */
  function giveUp(): void {
    reply.giveUp();
    queue.drain();
  }

  return {
    canSkip: () =>
      queue.isEmpty() && !repairs.waits() && !repairs.readsAll() && !frameRepairs.readsAll() && reply.settled(),
    seesStrays: strays.seesStrays,
    skip(bytes) {
      reply.skip();
      streamEnd?.skip(bytes);
      out.emit(bytes);
    },
    frame: reader.read,
    repeated: reader.readRepeated,
    passesBlanks: () =>
      reader.hasRead() && queue.isEmpty() && !repairs.waits() && !frameRepairs.remembers() && !strays.seesStrays(),
    blanks: out.emit,
    pass(bytes) {
      reader.flush();
      streamEnd?.giveUp();
      giveUp();
      departure.flush();
      out.emit(bytes);
    },
    taken() {
      queue.drain();
      if (queue.isFull()) giveUp();
    },
  };
}

/** The body is over: every stage lets go what it holds, the first one first, and what is missing at the end is added. */
function finish({ reply, trace, streamEnd, repaired, out, departure, queue, reader }: Stages, how: BodyEnd): void {
  reader.flush();
  if (how !== 'whole') reply.lose();
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

/** Something failed: every stage gives what it holds as it came, the last one first. */
function abandon({ repairs, frameRepairs, out, queue }: Stages): void {
  out.emit(repairs.flush());
  queue.abandon(out.emit);
  out.emit(ENCODER.encode(frameRepairs.held()));
}
