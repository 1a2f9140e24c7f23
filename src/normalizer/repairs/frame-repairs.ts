// Repairs: one file for each defect of servers. `all-repairs.ts` names them; each can be switched off.

import type { FrameFields } from '../framing/framing.ts';
import { parseJson } from '../json/json-edit.ts';
import { bareJson } from './bare-json.ts';
import { byteOrderMark } from './byte-order-mark.ts';
import { contentArrays } from './content-arrays.ts';
import { cumulativeText } from './cumulative-text.ts';
import { dataComments } from './data-comments.ts';
import { dataLines } from './data-lines.ts';
import { errorLines } from './error-lines.ts';
import { finishMissing } from './finish-missing.ts';
import { finishToolCalls } from './finish-tool-calls.ts';
import type { Frame, FrameRepair, FrameRule, RunningRule } from './frame-repair.ts';
import { joinedObjects } from './joined-objects.ts';
import { lastBlankLine } from './last-blank-line.ts';
import { nullChoices } from './null-choices.ts';
import { paddingFields } from './padding-fields.ts';
import { silentEvents } from './silent-events.ts';

/** Repairs the frames of one stream before anything else reads them. */
export interface FrameRepairs {
  /** @returns what to read in place of a frame, none where it goes or is held; null for a frame that needs no repair */
  repair(frame: Frame): readonly Frame[] | null;
  /** @returns the frames that were held */
  flush(): readonly Frame[];
  /** @returns the same as they came, for the case that a call above has thrown */
  held(): string;
  /** A rule is on, or a defect was found, that a search for work does not see: every frame is to be looked at. */
  readsAll(): boolean;
  /** A rule is on that remembers every frame. */
  remembers(): boolean;
}

/** In this order: what one gives, those behind it look at. */
export const FRAME_REPAIRS: readonly FrameRepair[] = [
  byteOrderMark,
  dataComments,
  silentEvents,
  errorLines,
  bareJson,
  joinedObjects,
  dataLines,
  lastBlankLine,
];

/** Those that change what a stream means, behind the others; what they make of a text is what the reply judges. */
export const CONTENT_RULES: readonly FrameRepair[] = [nullChoices, paddingFields, contentArrays];
/** Those of them that remember, last. */
export const STREAM_RULES: readonly FrameRule[] = [cumulativeText, finishToolCalls, finishMissing];

/** Signs of a chat: a chunk, or the heartbeats of gateways that come before the first one. */
const SHORTEST_SIGN = '"choices":'.length;
const FIRST_SIGN = /"choices"\s*:|^data: ?:.*(?:processing|keep-?alive)/im;

/**
 * Only the stream of a chat is repaired, from its first chunk on: others have rules of their own.
 * @param read reads the fields of a frame
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair that was made, once for each frame
 * @param isChanged something was changed in the stream, behind which choices that are null are mended without being asked
 *   for: BetterChatGPT, which glues what it cannot parse to the next frame, is kept from that one by the very frames that go
 */
export function createFrameRepairs(
  read: (text: string) => FrameFields | null,
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
  isChanged: () => boolean = () => false,
): FrameRepairs {
  const forgetful = [
    ...[...FRAME_REPAIRS, ...CONTENT_RULES].filter(({ id }) => enabled.has(id)).map(told),
    ...(enabled.has(nullChoices.id) || !FRAME_REPAIRS.some(({ id }) => enabled.has(id))
      ? []
      : [told({ ...nullChoices, repair: (frame) => (isChanged() ? nullChoices.repair(frame) : null) })]),
  ];
  const steps = [
    ...forgetful,
    ...STREAM_RULES.filter(({ id }) => enabled.has(id)).map(({ id, start }) => start(() => onRepair(id))),
  ];
  let isChat = false;
  let readsAll = [...CONTENT_RULES, ...STREAM_RULES].some(({ id }) => enabled.has(id));

  function told({ id, repair }: FrameRepair): RunningRule {
    return {
      repair(frame) {
        const texts = repair(frame);
        if (texts) onRepair(id);
        return texts;
      },
    };
  }

  /** Takes the steps from one on. */
  function repairFrom(frame: Frame, step: number): readonly Frame[] | null {
    for (let i = step; i < steps.length; i++) {
      const texts = steps[i]?.repair(frame);
      if (texts) return repairAll(texts, i + 1);
    }
    return null;
  }

  function repairAll(texts: readonly string[], step: number): readonly Frame[] {
    return texts.flatMap((text) => {
      const made = readFrame(read, text);
      return repairFrom(made, step) ?? [made];
    });
  }

  return {
    repair(frame) {
      isChat ||= steps.length > 0 && frame.text.length >= SHORTEST_SIGN && FIRST_SIGN.test(frame.text);
      const frames = isChat ? repairFrom(frame, isPause(frame.text) ? forgetful.length : 0) : null;
      readsAll ||= frames !== null;
      return frames;
    },
    flush: () => steps.flatMap(({ flush }, i) => repairAll(flush?.() ?? [], i + 1)),
    held: () => steps.flatMap(({ flush }) => flush?.() ?? []).join(''),
    readsAll: () => readsAll,
    remembers: () => steps.length > forgetful.length,
  };
}

/** Is the frame one line, of nothing or of a comment? Only a rule that remembers has use for it. */
function isPause(text: string): boolean {
  if (text.length < 3 && text.trim() === '') return true;
  return text.startsWith(':') && text.indexOf('\n') === text.length - 2 && text.endsWith('\n') && !text.includes('\r');
}

/** @returns a frame and what it says */
export function readFrame(read: (text: string) => FrameFields | null, text: string): Frame {
  const fields = read(text);
  return { text, fields, json: fields ? parseJson(fields.data) : undefined };
}
