import { isObject } from '../json/json-edit.ts';
import { FOREIGN_EVENTS, isForeignEvent } from './foreign-events.ts';
import type { Frame } from './frame-repair.ts';
import { isKeepAlive, KEEP_ALIVE_COMMENTS } from './keep-alive-comments.ts';
import { LONE_COMMENTS } from './lone-comments.ts';

/**
 * Frames that are no part of a chat. They are legal, so a stream without defects keeps them; in a stream that had to be
 * changed anyway, those after the change are dropped.
 */
export interface StrayFrames {
  /** Something in the stream was changed: repaired, edited or removed. */
  changed(): void;
  /**
   * @param frame each frame that is read, in order
   * @param known whether a dialect knows it
   * @returns whether to drop it
   */
  goes(frame: Frame, known: boolean): boolean;
  /** Returns whether something was changed, so that later frames are treated differently. */
  isBehindChange(): boolean;
}

/** UTF-16 units of an event's name that are reported. */
const MAX_NAME = 100;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair called with the id of the repair for each frame dropped
 * @param onUnknownEvent called with the name of each foreign event of a chat, dropped or not
 */
export function createStrayFrames(
  enabled: ReadonlySet<string>,
  onRepair: (id: string) => void,
  onUnknownEvent: (name: string) => void,
): StrayFrames {
  const comments = enabled.has(KEEP_ALIVE_COMMENTS);
  /** Comments also if nothing else was changed, and before the first chunk. */
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
  };
}
