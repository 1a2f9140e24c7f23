import type { FrameFields } from '../framing/framing.ts';
import { REPAIRS } from './all-repairs.ts';
import { isForeign, nameOfForeign, foreignEvents } from './foreign-events.ts';
import type { FrameRepair, RunningRepair, StatefulRepair } from './frame-repair.ts';
import { type Frame, readFrame } from './frame.ts';
import { isKeepAlive, keepAliveComments } from './keep-alive-comments.ts';
import { loneComments } from './lone-comments.ts';

/** Repairs the frames of one stream before anything else reads them. */
export type FrameRepairs = ReturnType<typeof createFrameRepairs>;

/** One that a program adds for the reply to one request. */
export type AddedRepair = Pick<StatefulRepair, 'id' | 'start'>;

const FRAME_REPAIRS: readonly FrameRepair[] = REPAIRS.filter((repair) => repair.stage === 'frame');
const STATEFUL_REPAIRS: readonly StatefulRepair[] = REPAIRS.filter(
  (repair) => repair.stage === 'stream',
);

/** Signs of a chat: a chunk, or the heartbeats that gateways send before the first one. */
const SHORTEST_SIGN = '"choices":'.length;
const FIRST_SIGN = /"choices"\s*:|^data: ?:.*(?:processing|keep-?alive)|^\{\s*"error"/im;

/**
 * Repairs only the stream of a chat, from its first chunk on: other streams follow other formats.
 * @param read reads the fields of a frame
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of each repair made, once for each frame
 * @param onDrop called with the text of each frame that is dropped
 * @param added comes last
 */
export function createFrameRepairs(
  read: (text: string) => FrameFields | null,
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void = () => {},
  onDrop: (text: string) => void = () => {},
  added: AddedRepair | null = null,
) {
  const stateful = [
    ...STATEFUL_REPAIRS.filter(({ id }) => enabled.has(id)),
    ...(added ? [added] : []),
  ];
  const forgetful = FRAME_REPAIRS.filter(({ id }) => enabled.has(id)).map(told);
  const steps = [...forgetful, ...stateful.map(({ id, start }) => start(() => onRepair(id)))];
  let isChat = false;

  function told({ id, repair }: Pick<FrameRepair, 'id' | 'repair'>): RunningRepair {
    return {
      repair(frame) {
        const texts = repair(frame);
        if (!texts) return null;
        onRepair(id);
        if (texts.length === 0) onDrop(frame.text);
        return texts;
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
    /** A repair keeps state: it sees sound frames, too. */
    seesAll: stateful.length > 0,
    /**
     * @param isBegun a sound chunk came before
     * @returns the frames to read instead of this one, none if it is dropped or held; null for a
     * frame that needs no repair
     */
    repair(frame: Frame, isBegun = false): readonly Frame[] | null {
      isChat ||=
        isBegun ||
        (steps.length > 0 && frame.text.length >= SHORTEST_SIGN && FIRST_SIGN.test(frame.text));
      const isLeft = frame.sound !== null || isPause(frame.text);
      return isChat ? repairFrom(frame, isLeft ? forgetful.length : 0) : null;
    },
    /** @returns the frames that were held */
    flush: (): readonly Frame[] =>
      steps.flatMap(({ flush }, i) => repairAll(flush?.() ?? [], i + 1)),
    /** @returns the held frames in their original form, in case a call above has thrown */
    held: (): string => steps.flatMap(({ flush }) => flush?.() ?? []).join(''),
  };
}

/**
 * Returns whether the frame is a single line, empty or a comment. Only a repair with state needs
 * it.
 */
function isPause(text: string): boolean {
  if (text.length < 3 && text.trim() === '') return true;
  return (
    text.startsWith(':') &&
    text.indexOf('\n') === text.length - 2 &&
    text.endsWith('\n') &&
    !text.includes('\r')
  );
}

/** UTF-16 units of an event's name that are reported. */
const MAX_NAME = 100;

/**
 * Frames that are no part of a chat: messages that are no chunks are dropped. Comments are legal,
 * so a stream without defects keeps them; in a stream that had to be changed anyway, those after
 * the change are dropped.
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of the repair for each frame dropped
 * @param onUnknownEvent called with the name of each foreign event of a chat, dropped or not
 */
export function createStrayFrames(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void,
  onUnknownEvent: (name: string) => void,
) {
  const comments = enabled.has(keepAliveComments.id);
  /** Comments also if nothing else was changed, and before the first chunk. */
  const alone = enabled.has(loneComments.id);
  const events = enabled.has(foreignEvents.id);
  let isChanged = false;

  function repairOf(frame: Frame): string | null {
    if (!frame.fields) {
      if (!(alone || (comments && isChanged)) || !isKeepAlive(frame.text)) return null;
      return comments && isChanged ? keepAliveComments.id : loneComments.id;
    }
    if (!isForeign(frame)) return null;
    onUnknownEvent(nameOfForeign(frame).slice(0, MAX_NAME));
    return events ? foreignEvents.id : null;
  }

  return {
    /** Something in the stream was changed: repaired, edited or removed. */
    changed(): void {
      isChanged = true;
    },
    /**
     * @param frame one that no dialect knows
     * @param isChat a chunk of a chat came before
     * @returns whether to drop it
     */
    goes(frame: Frame, isChat: boolean): boolean {
      const id = isChat || (alone && !frame.fields) ? repairOf(frame) : null;
      if (id !== null) onRepair(id);
      return id !== null;
    },
  };
}
