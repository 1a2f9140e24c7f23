import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { endsOf, endsOfFrames, everyByte, pushCut } from '../cuts.ts';
import { framesOf } from '../frames-of.ts';
import type { Random } from '../random.ts';
import { changesOf, isCopy } from './changes.ts';

/** A body that nobody ever sent. */
export interface Body {
  /** One unit per byte. */
  readonly text: string;
  readonly carrier: 'sse' | 'lines';
  readonly contentType: string | null;
  readonly sessionId: string | null;
  readonly repairs: ReadonlySet<string>;
}

interface Run {
  readonly out: string;
  /** All reports, in order. */
  readonly reported: readonly string[];
  readonly repairs: number;
  readonly markers: number;
}

/** Frames that one repair may make of one: no frame has more objects than that. */
const PARTS = 66;

/**
 * Throws if a property is violated: cut anywhere, the result is the same, and no frame changes
 * without a report.
 */
export function checkBody(random: Random, body: Body): Run {
  const bytes = new Uint8Array(Buffer.from(body.text, 'latin1'));
  const whole = run(body, bytes, []);
  const cuts =
    random.oneIn(200) && bytes.length < 4000
      ? everyByte(bytes.length)
      : random.oneIn(4)
        ? endsOfFrames(framesOf(body.text, body.carrier))
        : endsOf(random, bytes.length, random.pick([2, 2, 2, 5, 60]));
  const cut = run(body, bytes, cuts);
  if (whole.out !== cut.out)
    throw failure('cut otherwise, other bytes', body, { cuts, whole: whole.out, cut: cut.out });
  if (whole.reported.join('\n') !== cut.reported.join('\n'))
    throw failure('cut elsewhere, other things reported', body, {
      cuts,
      whole: whole.reported,
      cut: cut.reported,
    });
  if (random.oneIn(20)) checkIdle(body, bytes, endsOf(random, bytes.length, 10));
  if (whole.out !== body.text) checkChanges(body, whole);
  return whole;
}

/** A page that waits: nothing is lost, though some of it is emitted earlier. */
function checkIdle(body: Body, bytes: Uint8Array, ends: readonly number[]): void {
  const idle = run(body, bytes, ends, true);
  if (idle.out !== body.text) checkChanges(body, idle);
}

/** Without a content type the first field of a body decides its carrier. */
function carrierOf({ contentType, text, carrier }: Body): Body['carrier'] {
  if (contentType !== null && !contentType.startsWith('text/plain')) return carrier;
  return /^(?:\xef\xbb\xbf)?\s*(?:data|event|id|retry)?:/.test(text) ? 'sse' : 'lines';
}

/** Every change was reported, and concerns only the frames reported. */
function checkChanges(body: Body, { out, repairs, markers }: Run): void {
  const carrier = carrierOf(body);
  const seams = body.text.includes('\r');
  // A lone carriage return and a line feed become one line end if a frame between them is removed:
  // there, line ends do not count.
  const comparable = (text: string): readonly string[] => {
    const frames = framesOf(text, carrier).flatMap(
      carrier === 'sse' ? withoutLasting : objectsInARow,
    );
    return seams ? frames.flatMap((frame) => frame.replace(/[\r\n]+$/, '') || []) : frames;
  };
  const { lost, made, shortened } = changesOf(comparable(body.text), comparable(out));
  const silent = markers > 0 ? [] : shortened.filter((frame) => !isCopy(frame));
  if (lost.length + silent.length > repairs)
    throw failure('frames are missing without a report', body, {
      out,
      lost,
      silent,
      repairs,
      markers,
    });
  if (made.length > repairs * PARTS)
    throw failure('frames were added without a report', body, { out, made, repairs });
}

/**
 * Objects of which a line has several are frames of their own, and so is what follows the last of
 * them.
 */
function objectsInARow(line: string): string[] {
  if (!/^\s*\{/.test(line)) return [line];
  const frames: string[] = [];
  let [from, depth] = [0, 0];
  // A string is one token; what is none of these does not count.
  for (const { 0: token, index } of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++;
    if (token !== '}' || --depth > 0) continue;
    if (depth < 0) break;
    frames.push(line.slice(from, index + 1));
    from = index + 1;
  }
  const rest = line.slice(from);
  return rest.trim() === '' && frames.length > 0
    ? [...frames.slice(0, -1), frames.at(-1) + rest]
    : [...frames, rest];
}

/** The id and the pause of a frame that is dropped leave with another one. */
function withoutLasting(frame: string): string[] {
  const rest = frame.replace(/(?<![^\r\n])(?:id|retry)(?::[^\r\n]*)?(?:\r\n|[\r\n]|$)/g, '');
  return rest.trim() === '' && frame.trim() !== '' ? [] : [rest];
}

function run(
  { contentType, sessionId, repairs: enabled }: Body,
  bytes: Uint8Array,
  ends: readonly number[],
  idles = false,
): Run {
  const reported: string[] = [];
  let repairs = 0;
  let markers = 0;
  const normalizer = createBodyNormalizer({
    contentType,
    isReply: true,
    sessionId,
    repairs: enabled,
    report(event) {
      if (event.type === 'repair') repairs++;
      if (event.type === 'marker') markers++;
      if (event.type !== 'server' && event.type !== 'evidence')
        reported.push(JSON.stringify(event));
    },
  });
  if (!normalizer) throw new Error(`no normalizer for ${contentType}`);
  const parts: Uint8Array[] = [];
  const out = pushCut(
    normalizer,
    bytes,
    ends,
    idles ? (part) => void parts.push(part, normalizer.idle()) : undefined,
  );
  if (!idles) return { out: latin1(out), reported, repairs, markers };
  // The output of idle times is not part of what pushing returned; the end is after both.
  const pushed = parts.reduce((sum, part, i) => sum + (i % 2 === 0 ? part.length : 0), 0);
  return {
    out: parts.map(latin1).join('') + latin1(out.subarray(pushed)),
    reported,
    repairs,
    markers,
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function failure(what: string, { text, contentType, sessionId }: Body, more: object): Error {
  const shown = JSON.stringify({
    contentType,
    sessionId,
    ...more,
    body: text.length > 20_000 ? `${text.slice(0, 20_000)}… ${text.length}` : text,
  });
  return new Error(`${what}: ${shown.slice(0, 60_000)}`);
}
