import { isObject } from '../json-text.ts';
import { FOREIGN_EVENTS, isForeignEvent } from './foreign-events.ts';
import type { Frame } from './frame-repair.ts';
import { isKeepAlive, KEEP_ALIVE_COMMENTS } from './keep-alive-comments.ts';

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
  /** Comments and blank lines between frames are to be looked at: they would go. */
  seesComments(): boolean;
}

/** Units of the name of an event that are told. */
const MAX_NAME = 100;

/**
 * @param enabled ids of the repairs that are on
 * @param onRepair told the id of the repair for each frame that goes
 * @param onUnknownEvent told the name of each foreign event of a chat, whether it goes or not
 */
export function createStrayFrames(enabled: ReadonlySet<string>, onRepair: (id: string) => void, onUnknownEvent: (name: string) => void): StrayFrames {
  const comments = enabled.has(KEEP_ALIVE_COMMENTS);
  const events = enabled.has(FOREIGN_EVENTS);
  let isChat = false;
  let isChanged = false;

  function repairOf(frame: Frame): string | null {
    if (!frame.fields) return comments && isChanged && isKeepAlive(frame.text) ? KEEP_ALIVE_COMMENTS : null;
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
      const id = known || !isChat ? null : repairOf(frame);
      if (id !== null) onRepair(id);
      return id !== null;
    },
    seesComments: () => comments && isChanged && isChat,
  };
}
