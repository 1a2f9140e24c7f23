import type { Tally } from './tally.ts';
import type { Batch } from '../stats/batch.ts';

/**
 * Sends the counts of a tally to the background. Nothing is lost if it does not answer, and nothing is counted twice.
 */
export interface Delivery {
  /** Call after something was counted. */
  soon(): void;
  /** Call when the page may be gone in a moment. */
  now(): void;
}

export interface DeliveryOptions {
  readonly take: Tally['take'];
  /** @returns the number of the last batch counted; null or a rejection if unknown. It may also stay pending forever */
  send(batches: readonly Batch[]): Promise<number | null>;
  /** Stores batches where the background finds them if the page is gone and its message was lost. */
  leave(batches: readonly Batch[]): void;
  /** Ends the delivery. */
  readonly signal: AbortSignal;
}

/**
 * Milliseconds from the first count after a pause to its message: it wakes the background while the page is still
 * there.
 */
const FIRST_AFTER = 50;
/** The same while the background is awake: a second, so that one message carries many counts. */
const NEXT_AFTER = 1000;
/** Milliseconds after which a message without an answer is sent again; doubled after each further one. */
const FIRST_RETRY = 2000;
const LAST_RETRY = 60_000;

/**
 * Creates a delivery. A batch is sent again, unchanged and with the same number, until the background confirms it.
 * Meanwhile the next batch grows and is not sent, so at most two are in flight: the second one only when the page
 * closes.
 */
export function createDelivery(
  view: Pick<Window, 'setTimeout' | 'clearTimeout'>,
  { take, send, leave, signal }: DeliveryOptions,
): Delivery {
  /** Sent but not confirmed, in order. */
  let sent: Batch[] = [];
  let number = 0;
  let retry = FIRST_RETRY;
  let timer = 0;
  /** Nothing was counted for a while. */
  let rested = true;

  function soon(): void {
    if (!signal.aborted) timer ||= view.setTimeout(flush, rested ? FIRST_AFTER : NEXT_AFTER);
  }

  function flush(): void {
    timer = 0;
    if (sent.length === 0) pack();
    rested = sent.length === 0;
    transmit();
  }

  function now(): void {
    if (signal.aborted) return;
    pack();
    if (sent.length > 0) leave(sent);
    transmit();
  }

  function pack(): void {
    const tallied = take();
    if (tallied) sent.push({ number: ++number, ...tallied });
  }

  function transmit(): void {
    if (sent.length === 0 || signal.aborted) return;
    view.clearTimeout(timer);
    timer = view.setTimeout(flush, retry);
    retry = Math.min(retry * 2, LAST_RETRY);
    send(sent).then(acknowledge, () => acknowledge(null));
  }

  function acknowledge(last: number | null): void {
    if (last === null) return; // the timer sends it again
    const left = sent.filter((batch) => batch.number > last);
    if (left.length === sent.length) return;
    sent = left;
    retry = FIRST_RETRY;
    view.clearTimeout(timer);
    timer = 0;
    soon();
  }

  signal.addEventListener('abort', () => view.clearTimeout(timer), { once: true });

  return { soon, now };
}
