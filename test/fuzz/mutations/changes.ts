import { dataOf } from '../frames-of.ts';
import { REMOVED_EVENTS } from '../../support/removed-events.ts';
import { toText } from './mutate.ts';

/** What happened to the frames of a body. */
export interface Changes {
  /** Input frames whose absence nothing explains. */
  readonly lost: readonly string[];
  /** Output frames whose presence nothing explains. */
  readonly made: readonly string[];
  /** Frames that lost a part of a text, or that had only text and are missing. */
  readonly shortened: readonly string[];
}

/**
 * Compares input and output frames without the code under test: of all alignments, in order, the
 * one that leaves the fewest unexplained.
 */
export function changesOf(before: readonly string[], after: readonly string[]): Changes {
  const from = before.map(sight);
  const to = after.map(sight);
  const width = to.length + 1;
  /** What the frames from `i` and `j` on cost, by `i * width + j`. */
  const costs = new Float64Array((from.length + 1) * width);
  for (let i = from.length; i >= 0; i--)
    for (let j = to.length; j >= 0; j--)
      costs[i * width + j] = best(from, to, i, j, costs)?.cost ?? 0;

  const lost: string[] = [];
  const made: string[] = [];
  const shortened: string[] = [];
  for (
    let i = 0, j = 0, step = best(from, to, i, j, costs);
    step;
    step = best(from, to, i, j, costs)
  ) {
    const [gone, came] = [before[i] ?? '', after[j] ?? ''];
    if (step.kind === 'lost') lost.push(gone);
    else if (step.kind === 'made') made.push(came);
    else if (step.kind === 'shortened') shortened.push(gone);
    if (step.kind !== 'made') i++;
    if (step.kind === 'made' || step.paired) j++;
  }
  return { lost, made, shortened };
}

interface Step {
  readonly kind: 'same' | 'shortened' | 'told' | 'lost' | 'made';
  /** The frame is in the output, unchanged or shortened. */
  readonly paired: boolean;
  readonly cost: number;
}

/** @returns the cheapest next step of a comparison; null at its end */
function best(
  from: readonly Sight[],
  to: readonly Sight[],
  i: number,
  j: number,
  costs: Float64Array,
): Step | null {
  const [frame, other] = [from[i], to[j]];
  const width = to.length + 1;
  const rest = (di: number, dj: number): number => costs[(i + di) * width + j + dj] ?? 0;
  const steps: Step[] = [];
  if (frame && other) {
    if (frame.text === other.text) steps.push({ kind: 'same', paired: true, cost: rest(1, 1) });
    else if (isToolEvent(frame) && isRest(frame, other))
      steps.push({ kind: 'told', paired: true, cost: rest(1, 1) });
    else if (isShorter(frame, other))
      steps.push({ kind: 'shortened', paired: true, cost: 0.0001 + rest(1, 1) });
  }
  if (frame && isToolEvent(frame)) steps.push({ kind: 'told', paired: false, cost: rest(1, 0) });
  else if (frame && mayVanish(frame))
    steps.push({ kind: 'shortened', paired: false, cost: 0.0001 + rest(1, 0) });
  else if (frame) steps.push({ kind: 'lost', paired: false, cost: 1 + rest(1, 0) });
  if (other) steps.push({ kind: 'made', paired: false, cost: 0.01 + rest(0, 1) });
  return steps.reduce<Step | null>(
    (least, step) => (least && least.cost <= step.cost ? least : step),
    null,
  );
}

/** A frame with properties that are read again and again. */
interface Sight {
  readonly text: string;
  /** Its data, parsed; undefined if it is no JSON. */
  readonly json: unknown;
  /** All lines but those of its data. */
  readonly others: string;
}

function sight(text: string): Sight {
  return { text, json: parsed(text), others: otherLines(text) };
}

/**
 * Messages that repeat a text, in all dialects: what they lose was reported when the text first
 * arrived.
 */
const COPY =
  /response\.(?:output_text\.done|content_part|output_item|completed|failed|incomplete)|reasoning\.available|run\.completed|assistant\.completed|tool\.progress|finalAnswer|responseMessage|resumeState|"messageId"|message_replace|agent_thought|node_finished|workflow_finished|MESSAGES_SNAPSHOT/;

export function isCopy(frame: string): boolean {
  return COPY.test(frame);
}

const TOOL_EVENT = new RegExp(
  String.raw`^event: ?(?:${REMOVED_EVENTS.join('|').replaceAll('.', String.raw`\.`)})(?:[\r\n]|$)`,
  'm',
);

function isToolEvent({ text, json }: Sight): boolean {
  return (
    TOOL_EVENT.test(text) ||
    (typeof json === 'object' &&
      json !== null &&
      Object.keys(json).some((key) => /^tool(?:_?[nN]ame)?$/.test(key)))
  );
}

/**
 * Is the second frame the rest of the first without its event: the id to resume from, and the retry
 * time?
 */
function isRest(event: Sight, rest: Sight): boolean {
  const lines = rest.text.split(/[\r\n]+/).filter((line) => line !== '');
  return (
    lines.length > 0 &&
    lines.every((line) => /^(?:id|retry):/.test(line) && event.text.includes(line))
  );
}

/**
 * One choice with only text, or AG-UI's delta: an empty one is not sent. A null beside the text
 * means nothing.
 */
function mayVanish({ json: said }: Sight): boolean {
  const json = said as { choices?: { delta?: object }[]; type?: unknown } | null | undefined;
  if (json?.type === 'TEXT_MESSAGE_CONTENT') return true;
  const { choices } = json ?? {};
  if (!Array.isArray(choices) || choices.length !== 1) return false;
  return (
    Object.entries(choices[0]?.delta ?? {})
      .flatMap(([key, value]) => (value === null ? [] : [key]))
      .join(' ') === 'content'
  );
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(toText(dataOf(frame)).trim()) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Is the second frame the first one with parts of its strings removed, or with a line feed added
 * before one, and otherwise the same?
 */
function isShorter(before: Sight, after: Sight): boolean {
  if (before.others !== after.others) return false;
  return before.json !== undefined && isPart(before.json, after.json);
}

/** @returns all lines of a frame but those of its data; none if lines have no fields */
function otherLines(frame: string): string {
  if (/^\s*(?:[{[]|[0-9a-k]:)/.test(toText(frame))) return '';
  const lines = frame.replace(/^\xef\xbb\xbf/, '').split(/\r\n|\r|\n/);
  return lines.filter((line) => !line.startsWith('data')).join('\n');
}

/**
 * @returns whether `after` is `before` except for characters removed from its strings; levels
 * deeper than 200 are not compared. Text after a removed marker may begin with the line feed that
 * ended the marker's line.
 */
export function isPart(before: unknown, after: unknown, depth = 0): boolean {
  if (typeof before === 'string' && typeof after === 'string')
    return (
      isSubsequence(before, after) || (after[0] === '\n' && isSubsequence(before, after.slice(1)))
    );
  if (depth > 200) return true;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
    return Object.is(before, after);
  const keys = Object.keys(before);
  return (
    keys.join() === Object.keys(after).join() &&
    keys.every((key) =>
      isPart(
        (before as Record<string, unknown>)[key],
        (after as Record<string, unknown>)[key],
        depth + 1,
      ),
    )
  );
}

function isSubsequence(whole: string, part: string): boolean {
  let at = 0;
  for (let i = 0; i < whole.length && at < part.length; i++) if (whole[i] === part[at]) at++;
  return at === part.length;
}
