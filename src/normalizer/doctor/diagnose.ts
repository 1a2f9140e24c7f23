import { createBodyNormalizer } from '../body-normalizer.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS, RULE_REPAIRS } from '../repairs/all-repairs.ts';
import { FOREIGN_EVENTS } from '../repairs/foreign-events.ts';
import { isKeepAlive, KEEP_ALIVE_COMMENTS } from '../repairs/keep-alive-comments.ts';
import { cutBody, type BodyFrames } from './body-frames.ts';
import { declaredCarrier, findCarrier, TYPE_OF, type Carrier } from './carrier.ts';
import { MARKERS, TOOL_EVENTS } from '../inspection.ts';
import { DEFECTS, type Defect } from './defects.ts';
import type { Diagnosis, Finding, Mended } from './diagnosis.ts';
import { excerptOf, MAX_NAME } from './excerpt.ts';
import { createSightings, type Sighting, type Sightings } from './sightings.ts';
import { createSurvey, type Survey } from './survey.ts';
import { createTally, type Counted } from './tally.ts';
import { createToldTools, type ToldTools } from './told-tools.ts';

/** A response as it was recorded. */
export interface Recorded {
  /** Value of the `content-type` header; null where it is not known. */
  readonly contentType: string | null;
  /** Value of `X-Hermes-Session-Id`, or null. */
  readonly sessionId: string | null;
  readonly body: Uint8Array;
}

/** What came of one run through the normalizer. */
interface Run {
  readonly seen: Sightings;
  readonly told: ToldTools;
  readonly unknownEvents: readonly Counted[];
  readonly isUnchanged: boolean;
}

/**
 * Tells what a recorded response is, what is wrong with it, and what we do about it. It never throws. A body of a content
 * type that we leave alone, or that is something else than its type says, is diagnosed as what it is.
 */
export function diagnose(recorded: Recorded): Diagnosis {
  const { contentType, sessionId, body } = recorded;
  const carrier = findCarrier(contentType, body);
  const isLookedAt = looksAt(contentType, carrier);
  const readAs = { ...recorded, contentType: isLookedAt && contentType !== null ? contentType : TYPE_OF[carrier] };
  const frames = cutBody(carrier, body);

  const run = runThrough(readAs, frames, DEFAULT_REPAIRS);
  // What a rule changes, others no longer see: these figures are for the rules alone.
  const withRules = runThrough(readAs, frames, ALL_REPAIRS);
  const markers = run.told.markers();
  const survey = createSurvey(frames.read, sessionId);
  for (let i = 0; i < frames.count; i++) surveyFrame(survey, frames.text(i), i, run.seen);
  const surveyed = survey.result(markers.server > 0);
  const isChat = carrier === 'event-stream' && surveyed.dialects.includes('openai-chat');

  function findingOf(defect: Defect): Finding[] {
    const { id } = defect;
    const isRule = RULE_REPAIRS.has(id);
    const sighting = (isRule ? withRules : run).seen.get(id);
    if (sighting && id === MARKERS) return [toFinding(defect, 'always', { ...sighting, first: endOfMarker(frames, sighting.first) }, frames)];
    if (sighting) return [toFinding(defect, isRule ? 'by-rule' : 'always', sighting, frames)];
    const left = isChat ? (run.seen.get(LEFT_ELSE.get(id) ?? '') ?? unread(id)) : undefined;
    return left ? [toFinding(defect, 'not-here', left, frames)] : [];
  }

  /** Rules read every frame; without them frames pass unread in which nothing shows that there is work. */
  function unread(id: string): Sighting | undefined {
    return DEFAULT_REPAIRS.has(id) ? withRules.seen.get(id) : undefined;
  }

  return {
    carrier,
    contentType: contentType === null ? null : excerptOf(contentType, MAX_NAME),
    isLookedAt,
    ...surveyed,
    bytes: body.length,
    frames: frames.count,
    tools: run.told.tools(),
    markers,
    findings: DEFECTS.flatMap(findingOf),
    unknownEvents: run.unknownEvents,
    isUnchanged: run.isUnchanged,
  };
}

const UNKNOWN_EVENT = 'an event that no dialect knows';
const COMMENT = 'a frame of comments';

/** What these two take out stays in a stream in which nothing else needs repair. */
const LEFT_ELSE: ReadonlyMap<string, string> = new Map([[FOREIGN_EVENTS, UNKNOWN_EVENT], [KEEP_ALIVE_COMMENTS, COMMENT]]);

export function toFinding(defect: Defect, mended: Mended, { count, first }: Sighting, frames: Pick<BodyFrames, 'count' | 'text'>): Finding {
  return {
    ...defect,
    mended,
    count,
    firstFrame: first < frames.count ? first + 1 : null,
    excerpt: excerptOf(frames.text(Math.min(first, frames.count - 1)).trim()),
  };
}

/** Would a response of this type be read as what it is? */
function looksAt(contentType: string | null, carrier: Carrier): boolean {
  const declared = declaredCarrier(contentType);
  if (declared !== null && carrier !== 'nothing') return declared === carrier;
  return createBodyNormalizer({ contentType, isReply: true }) !== null;
}

/** What was a marker may be known some frames later. @returns the last frame with a backtick up to there */
function endOfMarker(frames: BodyFrames, known: number): number {
  for (let i = Math.min(known, frames.count - 1); i >= 0; i--) if (/`|\\u0060/.test(frames.text(i))) return i;
  return known;
}

/** Frame by frame, so that what is told belongs to the frame that was fed last. */
function runThrough({ contentType, sessionId, body }: Recorded, frames: BodyFrames, repairs: ReadonlySet<string>): Run {
  const seen = createSightings();
  const told = createToldTools();
  const unknownEvents = createTally();
  const normalizer = createBodyNormalizer({
    contentType,
    sessionId,
    isReply: true,
    repairs,
    onProgress: (progress) => told.progress('', progress),
    onMarkerRemoved() {
      told.markerRemoved();
      seen.add(MARKERS);
    },
    onRepair: seen.add,
    onUnknownEvent(name) {
      unknownEvents.add(name);
      seen.add(UNKNOWN_EVENT);
    },
  });
  const same = createComparison(body);
  let at = 0;
  for (let i = 0; normalizer && i < frames.count; i++) {
    seen.at(i);
    const end = frames.fedTo(i);
    normalizer.push(body.slice(at, end)).forEach(same.next);
    at = end;
  }
  seen.at(frames.endsWhole ? frames.count : Math.max(0, frames.count - 1));
  if (normalizer) same.next(normalizer.end());
  return { seen, told, unknownEvents: unknownEvents.counts(), isUnchanged: !normalizer || same.isWhole() };
}

/** Compares what comes, piece by piece, with a body. */
function createComparison(body: Uint8Array): { next(piece: Uint8Array): void; isWhole(): boolean } {
  let at = 0;
  let isSame = true;
  return {
    next(piece) {
      for (let i = 0; isSame && i < piece.length; i++) isSame = piece[i] === body[at + i];
      at += piece.length;
    },
    isWhole: () => isSame && at === body.length,
  };
}

function surveyFrame(survey: Survey, text: string, frame: number, seen: Sightings): void {
  seen.at(frame);
  if (isKeepAlive(text)) seen.add(COMMENT);
  try {
    if (survey.read(text)) seen.add(TOOL_EVENTS);
  } catch {
    // A value that cannot be written as text breaks the readers of some dialects: the frame tells nothing.
  }
}
