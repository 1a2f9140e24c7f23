import type { PageMessage } from '../bridge/protocol.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import { startTimer } from './realm/natives.ts';

/** Milliseconds from a repair to the message that reports it and every other since. */
const SEND_AFTER = 1000;

/**
 * Counts the repairs in all bodies of a page: a repair costs one increment, and there is at most
 * one message a second.
 * @param send passes a message on to the bridge
 * @returns the function to report each event of a body to
 */
export function createRepairCount(
  send: (message: PageMessage) => void,
): (event: ReplyEvent) => void {
  /** A timer runs while there are any. */
  let repairs = 0;

  function sendAll(): void {
    const made = repairs;
    repairs = 0;
    send({ type: 'repaired', repairs: made });
  }

  return (event) => {
    if (event.type === 'repair' && repairs++ === 0) startTimer(sendAll, SEND_AFTER);
  };
}
