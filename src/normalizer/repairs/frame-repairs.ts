import type { FrameFields } from '../framing/framing.ts';
import { REPAIRS } from './all-repairs.ts';
import {
  readFrame,
  type ContentRepair,
  type Frame,
  type FrameRepair,
  type RunningRepair,
  type StatefulRepair,
} from './frame-repair.ts';
import { nullChoices } from './null-choices.ts';

/** Repairs the frames of one stream before anything else reads them. */
export interface FrameRepairs {
  /**
   * @returns the frames to read instead of this one, none if it is dropped or held; null for a frame that needs no
   * repair
   */
  repair(frame: Frame): readonly Frame[] | null;
  /** @returns the frames that were held */
  flush(): readonly Frame[];
  /** @returns the held frames in their original form, in case a call above has thrown */
  held(): string;
  /** An optional repair is on, or a defect was found, that skip-scan.ts would miss: every frame must be examined. */
  readsAll(): boolean;
  /** A repair is on that keeps state about every frame. */
  remembers(): boolean;
}

const FRAME_REPAIRS: readonly FrameRepair[] = REPAIRS.filter((repair) => repair.stage === 'frame');
/** After the others; the reply judges the text that they produce. */
const CONTENT_REPAIRS: readonly ContentRepair[] = REPAIRS.filter((repair) => repair.stage === 'content');
const STATEFUL_REPAIRS: readonly StatefulRepair[] = REPAIRS.filter((repair) => repair.stage === 'stream');

/** Signs of a chat: a chunk, or the heartbeats that gateways send before the first one. */
const SHORTEST_SIGN = '"choices":'.length;
const FIRST_SIGN = /"choices"\s*:|^data: ?:.*(?:processing|keep-?alive)/im;

/**
 * Repairs only the stream of a chat, from its first chunk on: other streams follow other formats.
 * @param read reads the fields of a frame
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair made, once for each frame
 * @param isChanged returns whether something in the stream was changed; from then on null choices are repaired even if
 * that repair is off: BetterChatGPT, which glues what it cannot parse to the next frame, is saved from them only by the
 * very frames that are now dropped
 */
export function createFrameRepairs(
  read: (text: string) => FrameFields | null,
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
  isChanged: () => boolean = () => false,
): FrameRepairs {
  const forgetful = [
    ...[...FRAME_REPAIRS, ...CONTENT_REPAIRS].filter(({ id }) => enabled.has(id)).map(told),
    ...(enabled.has(nullChoices.id) || !FRAME_REPAIRS.some(({ id }) => enabled.has(id))
      ? []
      : [told({ ...nullChoices, repair: (frame) => (isChanged() ? nullChoices.repair(frame) : null) })]),
  ];
  const steps = [
    ...forgetful,
    ...STATEFUL_REPAIRS.filter(({ id }) => enabled.has(id)).map(({ id, start }) => start(() => onRepair(id))),
  ];
  let isChat = false;
  let readsAll = [...CONTENT_REPAIRS, ...STATEFUL_REPAIRS].some(({ id }) => enabled.has(id));

  function told({ id, repair }: Pick<FrameRepair, 'id' | 'repair'>): RunningRepair {
    return {
      repair(frame) {
        const texts = repair(frame);
        if (!texts) return null;
        onRepair(id);
        // The last id is what a client asks to continue from, whatever the frame was.
        const lasting = texts.length === 0 ? (frame.fields?.lasting?.() ?? '') : '';
        return lasting === '' ? texts : [lasting];
      },
    };
  }

  /** Runs the repairs from index `step` on. */
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

/** Returns whether the frame is a single line, empty or a comment. Only a repair with state needs it. */
function isPause(text: string): boolean {
  if (text.length < 3 && text.trim() === '') return true;
  return text.startsWith(':') && text.indexOf('\n') === text.length - 2 && text.endsWith('\n') && !text.includes('\r');
}
