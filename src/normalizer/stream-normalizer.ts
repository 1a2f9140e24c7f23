import { concat, copy, NO_BYTES, viewOf } from './bytes.ts';
import { createFrameCutter } from './frame-cutter.ts';
import type { FrameFields, Framing } from './framing.ts';
import { createInspection, TOOL_EVENTS, type Entry, type FrameTap } from './inspection.ts';
import { isObject, parseJson, replaceStrings } from './json-text.ts';
import { createStreamEnd, DONE } from './repairs/done.ts';
import type { Frame } from './repairs/frame-repair.ts';
import { createFrameRepairs, readFrame } from './repairs/frame-repairs.ts';
import { createStreamRepairs } from './repairs/stream-repairs.ts';
import { createStrayFrames } from './repairs/stray-frames.ts';
import type { Judged, Reply, Verdict } from './reply.ts';

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

/** What is repaired, and who is told of it. */
export interface RepairOptions {
  /** Ids of the repairs that are on; none where nothing is said. */
  readonly enabled?: ReadonlySet<string>;
  /** Told the id of each repair that was made, once for each frame or entry of `tool_calls`. */
  onRepair?(id: string): void;
  /** Told the name, at most 100 units of it, of each event that no dialect knows, on the stream of a chat. */
  onUnknownEvent?(name: string): void;
  /** Hears of each frame, before and after, while somebody inspects. */
  readonly tap?: FrameTap;
}

/** Frames waiting for the fate of a text, and their bytes; beyond, they go as they are. */
const MAX_WAITING = 1000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** A frame that has not left yet. */
interface Waiting {
  /** A view of the chunk it came with, until that push is over; then bytes of its own. */
  bytes: Uint8Array;
  readonly fields: FrameFields | null;
  /** Its data, parsed. */
  readonly json: unknown;
  /** Null for a frame that only waits for those before it. */
  readonly judged: Judged | null;
  /** What is told of it; null while nobody inspects. */
  readonly entry: Entry | null;
}

/**
 * Normalizes a framed body. Only whole frames leave it; a frame that no rule changes leaves it with its own bytes, and a
 * chunk in which nothing changes is never copied.
 */
export function createStreamNormalizer(framing: Framing, reply: Reply, options: RepairOptions = {}): BodyNormalizer {
  const { enabled = NO_REPAIRS } = options;
  const frameRepairs = createFrameRepairs(framing.read, enabled, told);
  const repairs = createStreamRepairs(enabled, told);
  const strays = createStrayFrames(enabled, told, (name) => options.onUnknownEvent?.(name));
  const streamEnd = enabled.has(DONE) ? createStreamEnd(framing) : null;
  const inspection = options.tap ? createInspection(framing, options.tap) : null;
  /** Frames that wait for the fate of their text, and all frames behind them; those before `left` have left. */
  let waiting: Waiting[] = [];
  let left = 0;
  /** Bytes of those still waiting. */
  let heldBytes = 0;
  /** How many of those still waiting have bytes of their own. */
  let owned = 0;
  /** What leaves with the running call. */
  let out: Uint8Array[] = [];
  /** Something failed: what follows passes as it is. */
  let broken = false;

  const cutter = createFrameCutter(framing, {
    canSkip: () => waiting.length === 0 && !repairs.waits() && !frameRepairs.readsAll() && reply.settled(),
    seesComments: strays.seesComments,
    skip(bytes) {
      reply.skip();
      streamEnd?.skip(bytes);
      inspection?.skip(bytes);
      emit(bytes);
    },
    frame: judge,
    pass(bytes) {
      judgeAll(frameRepairs.flush());
      streamEnd?.giveUp();
      reply.giveUp();
      drain();
      flushRepairs();
      inspection?.skip(bytes);
      emit(bytes);
    },
    taken() {
      drain();
      if (waiting.length <= MAX_WAITING && heldBytes <= MAX_WAITING_BYTES) return;
      reply.giveUp();
      drain();
    },
  });

  function told(id: string): void {
    strays.changed();
    inspection?.why(id);
    options.onRepair?.(id);
  }

  /** Fails open: the page gets every byte that was held, in order and as it came. */
  function guarded(work: () => void): readonly Uint8Array[] {
    try {
      inspection?.begin();
      work();
      inspection?.settle();
    } catch {
      broken = true; // a page may break what we rely on; it still gets its bytes
      inspection?.drop();
      emit(repairs.flush());
      for (let i = left; i < waiting.length; i++) emit(waiting[i]?.bytes ?? NO_BYTES);
      emit(ENCODER.encode(frameRepairs.held()));
      emit(cutter.rest());
      waiting = [];
    }
    const parts = out;
    out = [];
    // A page may transfer the buffer of one part away before it takes the next.
    if (parts.length > 2 || (parts.length === 2 && parts[0]?.buffer === parts[1]?.buffer)) return [concat(parts)];
    return parts;
  }

  /** What still waits gets bytes of its own: the page may transfer the chunk's buffer. */
  function own(): void {
    for (let i = left + owned; i < waiting.length; i++) {
      const frame = waiting[i];
      if (frame) frame.bytes = copy(frame.bytes);
    }
    owned = waiting.length - left;
  }

  /** @param text one unit per byte */
  function judge(bytes: Uint8Array, text: string): void {
    inspection?.enter(bytes);
    const decoded = decode(bytes, text);
    if (decoded === null) {
      judgeAll(frameRepairs.flush());
      streamEnd?.giveUp();
      judgeFrame(bytes, { text, fields: null, json: undefined });
      return;
    }
    const frame = readFrame(framing.read, decoded);
    const repaired = frameRepairs.repair(frame);
    if (repaired) judgeAll(repaired);
    else judgeFrame(bytes, frame);
  }

  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame) judgeFrame(ENCODER.encode(frame.text), frame);
    }
  }

  function judgeFrame(bytes: Uint8Array, frame: Frame): void {
    const { text, fields, json } = frame;
    let judged: Judged | null = null;
    streamEnd?.read(frame);
    if (fields && isObject(json)) judged = reply.judge({ event: fields.event, json });
    else if (fields?.data.trim() === '[DONE]') reply.end();
    else if (text.trim() !== '') reply.pause(text.startsWith(':'));
    // What goes anyway need not wait, and what waits for nothing behind nothing leaves at once.
    if (judged?.removed) {
      inspection?.why(TOOL_EVENTS);
      return strays.changed();
    }
    if (strays.goes(frame, judged !== null)) return;
    const verdict = waiting.length > 0 ? null : judged ? judged.verdict() : KEEP;
    if (verdict) return leave(bytes, fields, json, verdict);
    waiting[waiting.length] = { bytes, fields, json, judged, entry: inspection?.waits() ?? null };
    heldBytes += bytes.length;
  }

  /** Lets all frames leave whose fate is known, in order. */
  function drain(): void {
    for (; left < waiting.length; left++) {
      const next = waiting[left];
      const verdict = next?.judged ? next.judged.verdict() : KEEP;
      if (!next || !verdict) return;
      heldBytes -= next.bytes.length;
      inspection?.leaving(next.entry);
      leave(next.bytes, next.fields, next.json, verdict);
      if (owned > 0) owned--;
    }
    if (left === 0) return;
    waiting = [];
    left = 0;
  }

  /** Carries out the verdict, then the repairs; a frame that nothing changes leaves with its own bytes. */
  function leave(bytes: Uint8Array, fields: FrameFields | null, json: unknown, verdict: Verdict): void {
    if (verdict.kind !== 'keep') {
      inspection?.cleaned();
      strays.changed();
    }
    if (verdict.kind === 'remove') return;
    let cleaned = bytes;
    if (verdict.kind === 'edit' && fields) {
      const data = replaceStrings(fields.data, verdict.edits);
      const text = fields.rewrite(data);
      if (text !== null) cleaned = ENCODER.encode(text);
      json = parseJson(data);
    }
    const frames = repairs.leave(cleaned, fields, json);
    for (let i = 0; i < frames.length; i++) {
      inspection?.out(frames[i] ?? NO_BYTES, repairs.waits());
      emit(frames[i] ?? NO_BYTES);
    }
    if (frames.length === 0) inspection?.out(NO_BYTES, repairs.waits());
  }

  /** Lets go what waits for the next frame. */
  function flushRepairs(): void {
    const bytes = repairs.flush();
    inspection?.leavingLate();
    inspection?.out(bytes, false);
    emit(bytes);
  }

  function emit(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const last = out[out.length - 1];
    // Neighbours in one buffer leave as one view of it.
    if (last?.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
      out[out.length - 1] = viewOf(bytes.buffer, last.byteOffset, last.length + bytes.length);
    } else out[out.length] = bytes;
  }

  return {
    push: (chunk) =>
      broken
        ? [chunk]
        : guarded(() => {
            cutter.push(chunk);
            own();
          }),
    end: (how = 'whole') =>
      concat(
        guarded(() => {
          if (broken) return;
          cutter.end();
          judgeAll(frameRepairs.flush());
          reply.end();
          drain();
          flushRepairs();
          inspection?.end();
          const missing = how !== 'whole' ? '' : (streamEnd?.missing() ?? '');
          if (missing === '') return;
          inspection?.leavingLate();
          told(DONE);
          const added = ENCODER.encode(missing);
          inspection?.out(added, false);
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
    waits: () => waiting.length > 0 && reply.holdsLineFeedOnly(),
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

const KEEP: Verdict = { kind: 'keep' };
const NO_REPAIRS: ReadonlySet<string> = new Set();

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
  return /^[\x00-\x7f]*$/.test(text);
}
