import { concat, copy, NO_BYTES, viewOf } from '../../lib/bytes.ts';
import { createFrameSplitter } from '../framing/frame-splitter.ts';
import type { Framing } from '../framing/framing.ts';
import { createRepeatedFrame } from '../framing/repeated-frame.ts';
import { createFrameTrace, TOOL_EVENTS, type Entry, type FrameTap } from '../reply/frame-trace.ts';
import { isObject, parseJson, replaceStrings } from '../json/json-edit.ts';
import { createQueue } from '../../lib/queue.ts';
import { createStreamEnd, DONE } from '../repairs/done.ts';
import type { GoingCall } from '../repairs/chunk-repairs.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import { createFrameRepairs, readFrame } from '../repairs/frame-repairs.ts';
import { createStreamRepairs } from '../repairs/stream-repairs.ts';
import { createStrayFrames } from '../repairs/stray-frames.ts';
import type { Report } from '../reply/reply-event.ts';
import type { Judged, Repeat, Reply, Verdict } from '../reply/reply.ts';

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

/** What frames that wait for the fate of a text may take of memory, each with what it costs besides its bytes; beyond, they go as they are. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FRAME_COST = 512;

/** Parts in which bytes leave at most: a page that reads one frame at a time (BetterChatGPT) finds the few of one delta apart. */
const MAX_PARTS = 16;

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** What a frame says: its fields, and its data, parsed. */
type Said = Pick<Frame, 'fields' | 'json'>;

/** How a frame is judged that repeats another one, and the call that it goes on with, if any. */
type Repeated = Pick<Repeat, 'judge'> & { readonly going: GoingCall | null };

/** A frame that has not left yet. */
interface Waiting {
  /** A view of the chunk it came with, until that push is over; then bytes of its own. */
  bytes: Uint8Array;
  hasLeft: boolean;
  /** What it says; null for one that repeats another, of which nothing was read but its text. */
  readonly read: Said | null;
  /** Null for a frame that only waits for those before it. */
  readonly judged: Judged | null;
  /** What the inspector gets of it; null while nobody inspects. */
  readonly entry: Entry | null;
}

/**
 * Normalizes a framed body. Only whole frames leave it; a frame that no rule changes leaves it with its own bytes, and a
 * chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply, options: RepairOptions = {}): BodyNormalizer {
  const { enabled = NO_REPAIRS } = options;
  const repairs = createStreamRepairs(enabled, told);
  const strays = createStrayFrames(enabled, told, (name) => options.report?.({ type: 'unknown-event', name }));
  const frameRepairs = createFrameRepairs(framing.read, enabled, told, strays.isBehindChange);
  const streamEnd = enabled.has(DONE) ? createStreamEnd(framing) : null;
  const repeated = createRepeatedFrame<Repeated>(framing.separator === '\n\n');
  const trace = options.tap ? createFrameTrace(framing, options.tap) : null;
  /** Frames that wait for the fate of their text, and all frames behind them. */
  const waiting = createQueue<Waiting>();
  /** Those that came with the running chunk, whose buffer the page may transfer. */
  let fresh = createQueue<Waiting>();
  let heldBytes = 0;
  /** A frame was read: the parser has looked for a byte-order mark. */
  let hasRead = false;
  /** What leaves with the running call; of the last part, that many bytes of its buffer. */
  let out: Uint8Array[] = [];
  let lastLength = 0;
  /** Something failed: what follows passes as it is. */
  let broken = false;

  const splitter = createFrameSplitter(framing, {
    canSkip: () =>
      waiting.length() === 0 && !repairs.waits() && !repairs.readsAll() && !frameRepairs.readsAll() && reply.settled(),
    seesStrays: strays.seesStrays,
    skip(bytes) {
      reply.skip();
      streamEnd?.skip(bytes);
      trace?.skip(bytes);
      emit(bytes);
    },
    frame: judge,
    repeated: judgeAgain,
    passesBlanks: () =>
      hasRead &&
      waiting.length() === 0 &&
      !repairs.waits() &&
      !frameRepairs.remembers() &&
      !strays.seesStrays() &&
      !(trace?.isOn() ?? false),
    blanks: emit,
    pass(bytes) {
      judgeAll(frameRepairs.flush());
      streamEnd?.giveUp();
      reply.giveUp();
      drain();
      flushRepairs();
      trace?.skip(bytes);
      emit(bytes);
    },
    taken() {
      drain();
      if (heldBytes <= MAX_WAITING_BYTES) return;
      reply.giveUp();
      drain();
    },
  });

  function told(id: string): void {
    strays.changed();
    trace?.why(id);
    options.report?.({ type: 'repair', id });
  }

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
      emit(repairs.flush());
      waiting.each(({ bytes }) => emit(bytes));
      emit(ENCODER.encode(frameRepairs.held()));
      emit(splitter.rest());
      while (waiting.length() > 0) waiting.shift();
    }
    closeLast();
    const parts = out;
    out = [];
    return parts.length > MAX_PARTS || shareBuffers(parts) ? [concat(parts)] : parts;
  }

  /** Bodies that come byte by byte are mostly this. */
  function keeps(chunk: Uint8Array): boolean {
    try {
      return !trace && splitter.keep(chunk);
    } catch {
      return false; // a page may break what we rely on; it still gets its bytes
    }
  }

  /** What still waits gets bytes of its own: the page may transfer the chunk's buffer. */
  function own(): void {
    if (fresh.length() === 0) return;
    fresh.each((frame) => {
      if (!frame.hasLeft) frame.bytes = copy(frame.bytes);
    });
    fresh = createQueue();
  }

  /** @param text one unit per byte */
  function judge(bytes: Uint8Array, text: string): void {
    trace?.enter(bytes);
    const decoded = decode(bytes, text);
    if (decoded === null) {
      judgeAll(frameRepairs.flush());
      streamEnd?.giveUp();
      judgeFrame(bytes, { text, fields: null, json: undefined });
      return;
    }
    const frame = readFrame(framing.read, decoded);
    hasRead = true;
    const repaired = frameRepairs.repair(frame);
    if (repaired) return judgeAll(repaired);
    const again = judgeFrame(bytes, frame)?.repeat;
    if (!again || trace) return;
    const going = text.includes('"tool_calls"') ? goingCall() : null;
    if (going !== undefined) repeated.learn(bytes, text, again.path, { judge: again.judge, going });
  }

  /** Judges a frame that repeats one before it but for one string, which is all that is read of it. */
  function judgeAgain(bytes: Uint8Array, onlyWork: boolean): boolean {
    if (trace || frameRepairs.remembers()) return false;
    const found = repeated.read(bytes, onlyWork);
    if (!found) return false;
    const { judge, going } = found.what;
    if (going && going !== goingCall()) return false;
    // To the end of the stream it says nothing that the other one has not said.
    const judged = judge(found.text);
    if (going) {
      repairs.goOn(going, found.text);
      emit(bytes);
    } else pass(bytes, null, judged);
    return true;
  }

  /** @returns the call that the last frame went on with; nothing while frames wait */
  function goingCall(): GoingCall | undefined {
    return waiting.length() > 0 ? undefined : (repairs.going() ?? undefined);
  }

  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame) judgeFrame(ENCODER.encode(frame.text), frame);
    }
  }

  /** @returns what became of its message; null where it is not known, or went */
  function judgeFrame(bytes: Uint8Array, frame: Frame): Judged | null {
    const { text, fields, json } = frame;
    let judged: Judged | null = null;
    streamEnd?.read(frame);
    if (fields && isObject(json)) judged = reply.judge({ event: fields.event, json });
    else if (fields?.data.trim() === '[DONE]') reply.end();
    else if (text.trim() !== '') reply.pause(text.startsWith(':'));
    // What goes anyway need not wait, and what waits for nothing behind nothing leaves at once.
    if (judged?.removed) {
      trace?.why(TOOL_EVENTS);
      strays.changed();
      const lasting = fields?.lasting?.() ?? '';
      if (lasting !== '') pass(ENCODER.encode(lasting), UNREAD, null);
      return null;
    }
    if (strays.goes(frame, judged !== null)) return null;
    pass(bytes, frame, judged);
    return judged;
  }

  /** Lets a frame leave, in its turn. */
  function pass(bytes: Uint8Array, read: Said | null, judged: Judged | null): void {
    const verdict = waiting.length() > 0 ? null : judged ? judged.verdict() : KEEP;
    if (verdict) return leave(bytes, read, verdict);
    const held: Waiting = { bytes, hasLeft: false, read, judged, entry: trace?.waits() ?? null };
    waiting.push(held);
    fresh.push(held);
    heldBytes += bytes.length + FRAME_COST;
  }

  /** Lets all frames leave whose fate is known, in order. */
  function drain(): void {
    for (let next = waiting.first(); next; next = waiting.first()) {
      const verdict = next.judged ? next.judged.verdict() : KEEP;
      if (!verdict) return;
      trace?.leaving(next.entry);
      leave(next.bytes, next.read, verdict);
      // Not before: what fails on its way is still to leave.
      waiting.shift();
      next.hasLeft = true;
      heldBytes -= next.bytes.length + FRAME_COST;
    }
  }

  /** Carries out the verdict, then the repairs; a frame that nothing changes leaves with its own bytes. */
  function leave(bytes: Uint8Array, read: Said | null, verdict: Verdict): void {
    // The repairs have nothing to do with it: they had nothing to do with the one that it repeats.
    if (!read && verdict.kind === 'keep' && !repairs.waits() && !repairs.readsAll()) return emit(bytes);
    const said = read ?? readFrame(framing.read, UTF8.decode(bytes));
    const { fields } = said;
    let { json } = said;
    if (verdict.kind !== 'keep') {
      trace?.cleaned();
      strays.changed();
    }
    // What is not the marker stays.
    if (verdict.kind === 'remove' && (fields?.lasting?.() ?? '') === '') return;
    let cleaned = bytes;
    let data = fields?.data ?? '';
    if (verdict.kind !== 'keep' && fields) {
      data = replaceStrings(data, verdict.edits);
      const text = fields.rewrite(data);
      if (text !== null) cleaned = ENCODER.encode(text);
      json = parseJson(data);
    }
    const frames = repairs.leave(cleaned, fields, json, data);
    for (let i = 0; i < frames.length; i++) {
      trace?.out(frames[i] ?? NO_BYTES, repairs.waits());
      emit(frames[i] ?? NO_BYTES);
    }
    if (frames.length === 0) trace?.out(NO_BYTES, repairs.waits());
  }

  /** Lets go what waits for the next frame. */
  function flushRepairs(): void {
    const bytes = repairs.flush();
    trace?.leavingLate();
    trace?.out(bytes, false);
    emit(bytes);
  }

  function emit(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const last = out[out.length - 1];
    // Neighbours in one buffer leave as one view of it.
    if (last?.buffer === bytes.buffer && last.byteOffset + lastLength === bytes.byteOffset) lastLength += bytes.length;
    else {
      closeLast();
      out[out.length] = bytes;
      lastLength = bytes.length;
    }
  }

  function closeLast(): void {
    const last = out[out.length - 1];
    if (last && last.length !== lastLength) out[out.length - 1] = viewOf(last.buffer, last.byteOffset, lastLength);
  }

  return {
    push: (chunk) =>
      broken
        ? [chunk]
        : keeps(chunk)
          ? []
          : guarded(() => {
              splitter.push(chunk);
              own();
            }),
    end: (how = 'whole') =>
      concat(
        guarded(() => {
          if (broken) return;
          splitter.end();
          judgeAll(frameRepairs.flush());
          if (how !== 'whole') reply.lose();
          reply.end();
          drain();
          flushRepairs();
          trace?.end();
          const missing = how !== 'whole' ? '' : (streamEnd?.missing() ?? '');
          if (missing === '') return;
          trace?.leavingLate();
          told(DONE);
          const added = ENCODER.encode(missing);
          trace?.out(added, false);
          emit(added);
        }),
      ),
    idle: () =>
      concat(
        guarded(() => {
          if (reply.holdsLineFeedOnly()) reply.pause(false);
          drain();
        }),
      ),
    waits: () => waiting.length() > 0 && reply.holdsLineFeedOnly(),
  };
}

/** @returns the text of a frame; null for broken UTF-8: the frame passes as it is */
function decode(bytes: Uint8Array, text: string): string | null {
  try {
    return isAscii(text) ? text : UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** A page may transfer the buffer of one part away before it takes the next. */
function shareBuffers(parts: readonly Uint8Array[]): boolean {
  for (let i = 1; i < parts.length; i++) {
    for (let j = 0; j < i; j++) if (parts[i]?.buffer === parts[j]?.buffer) return true;
  }
  return false;
}

const KEEP: Verdict = { kind: 'keep' };
const UNREAD: Said = { fields: null, json: undefined };
const NO_REPAIRS: ReadonlySet<string> = new Set();

function isAscii(text: string): boolean {
  if (text.length < 8) {
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
    return true;
  }
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
  return /^[\x00-\x7f]*$/.test(text);
}
