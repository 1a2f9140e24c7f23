import { isObject } from '../json/json-edit.ts';
import { FOREIGN_EVENTS, isForeignEvent } from './foreign-events.ts';
import type { Frame } from './frame-repair.ts';
import { isKeepAlive, KEEP_ALIVE_COMMENTS } from './keep-alive-comments.ts';
import { LONE_COMMENTS } from './lone-comments.ts';

/**
 * Frames that are no part of a chat. They are legal, so a stream without any defect keeps them; where it had to be changed
 * anyway, those go that come behind.
 */
export interface StrayFrames {
  /** Something was changed in the stream: repaired, edited or removed. */
  changed(): void;
  /**
   * @param frame each that is read, in order
   * @param known a dialect knows it
   * @returns whether it goes
   */
  goes(frame: Frame, known: boolean): boolean;
  /** Something was changed, so what comes behind it is looked at in another way. */
  isBehindChange(): boolean;
  /** Comments, blank lines between frames and choices that are null are to be looked at: they would go. */
  seesStrays(): boolean;
}

/** Units of the name of an event that are told. */
const MAX_NAME = 100;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of the repair for each frame that goes
 * @param onUnknownEvent called with the name of each foreign event of a chat, whether it goes or not
 */
export function createStrayFrames(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void,
  onUnknownEvent: (name: string) => void,
): StrayFrames {
  const comments = enabled.has(KEEP_ALIVE_COMMENTS);
  /** Also where nothing else was changed, and before the first chunk. */
  const alone = enabled.has(LONE_COMMENTS);
  const events = enabled.has(FOREIGN_EVENTS);
  let isChat = false;
  let isChanged = false;

  function repairOf(frame: Frame): string | null {
    if (!frame.fields) {
      if (!(alone || (comments && isChanged)) || !isKeepAlive(frame.text)) return null;
      return comments && isChanged ? KEEP_ALIVE_COMMENTS : LONE_COMMENTS;
    }
    if (!isForeignEvent(frame)) return null;
    onUnknownEvent((frame.fields.event ?? '').slice(0, MAX_NAME));
    return events && isChanged ? FOREIGN_EVENTS : null;
  }

  return {
    changed() {
      isChanged = true;
    },
    goes(frame, known) {
      if (known) isChat ||= isObject(frame.json) && Array.isArray(frame.json.choices);
      const id = known || !(isChat || (alone && !frame.fields)) ? null : repairOf(frame);
      if (id !== null) onRepair(id);
      return id !== null;
    },
    isBehindChange: () => isChanged,
    seesStrays: () => alone || (comments && isChanged && isChat),
  };
}
