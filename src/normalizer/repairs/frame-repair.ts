import type { FrameFields } from '../framing/framing.ts';
import { editJson, isObject, type JsonEdit, type JsonPath } from '../json/json-edit.ts';
import { type Frame, isEnded } from './frame.ts';
import type { Repair } from './repair.ts';

/**
 * A repair of single frames of a chat's stream. It sees those that the door (`frame.ts`) does not
 * call sound.
 */
export interface FrameRepair extends Repair {
  readonly stage: 'frame';
  /**
   * @returns the frames to read instead, none if the frame is dropped; null if there is nothing to
   * repair
   */
  repair(frame: Frame): readonly string[] | null;
}

/** A repair that keeps state about its stream. */
export interface StatefulRepair extends Repair {
  readonly stage: 'stream';
  /** @param onRepair to be called for each repaired frame */
  start(onRepair: () => void): RunningRepair;
}

/** A repair with state, running on one stream. */
export interface RunningRepair {
  /** As in a FrameRepair; a dropped frame may also be held and leave with a later one. */
  repair(frame: Frame): readonly string[] | null;
  /** @returns the held frames, unchanged; they are no longer held */
  flush?(): readonly string[];
}

/** @returns the frame, with a blank line added in its own style if it has none */
export function endFrame(text: string): string {
  if (isEnded(text)) return text;
  const lineEnd = lineEndOf(text);
  return text + (/[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd);
}

/** @returns the line end of a frame */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : text.includes('\r') ? '\r' : '\n';
}

/** Most units around the data of all parts, per unit of data. */
const MAX_REPEATED = 16;

/**
 * @returns frames that each carry one part of the data; null if they cannot be written faithfully
 */
export function cutFrame({ rewrite }: FrameFields, parts: readonly string[]): string[] | null {
  const frames: string[] = [];
  let repeated = 0;
  let whole = 0;
  for (let i = 0; i < parts.length; i++) {
    let frame = rewrite(parts[i] ?? '');
    if (frame === null) return null;
    if (i > 0 && frame.startsWith('\ufeff')) frame = frame.slice(1);
    frames.push(i < parts.length - 1 ? endFrame(frame) : frame);
    // What surrounds the data is repeated in every part: it must not grow without bound.
    repeated += frame.length - (parts[i]?.length ?? 0);
    whole += parts[i]?.length ?? 0;
    if (repeated > 65_536 + MAX_REPEATED * whole) return null;
  }
  return frames;
}

/**
 * @returns the frame with the edited data; null if there is no edit or it cannot be written
 * faithfully
 */
export function editFrame(fields: FrameFields, edits: readonly JsonEdit[]): string[] | null {
  return edits.length > 0 ? cutFrame(fields, [editJson(fields.data, edits)]) : null;
}

/**
 * @param edit receives a choice and its path, returns its edits
 * @returns the frame with the edited choices; null if there are no edits
 */
export function editChoices(
  { fields, json }: Frame,
  edit: (choice: Record<string, unknown>, path: JsonPath) => readonly JsonEdit[],
): string[] | null {
  if (!fields || !isObject(json) || !Array.isArray(json.choices)) return null;
  return editFrame(
    fields,
    (json.choices as unknown[]).flatMap((choice, i) =>
      isObject(choice) ? edit(choice, ['choices', i]) : [],
    ),
  );
}
