import type { Tally } from './tally.ts';
import type { Batch } from '../stats/batch.ts';

/** Brings what a tally counted to the background. Nothing is lost when that does not answer, and nothing counted twice. */
export interface Delivery {
  /** Something was counted. */
  soon(): void;
  /** The page may be gone in a moment. */
  now(): void;
}

export interface DeliveryOptions {
  readonly take: Tally['take'];
  /** @returns the number of the last batch that is counted; null or a rejection where nobody knows. It may also never settle */
  send(batches: readonly Batch[]): Promise<number | null>;
  /** Puts batches where the background finds them when the page is gone and its message got lost. */
  leave(batches: readonly Batch[]): void;
  /** Ends the delivery. */
  readonly signal: AbortSignal;
}

/** Milliseconds from the first thing that was counted after a rest to its message: it wakes the background while the page is there. */
const FIRST_AFTER = 50;
/** The same while the background is awake: a second, so that one message tells of many things. */
const NEXT_AFTER = 1000;
/** Milliseconds after which a message without an answer is sent again; twice as many after each further one. */
const FIRST_RETRY = 2000;
const LAST_RETRY = 60_000;

/**
 * A batch is sent, as it is and under its number, until the background says that it is counted. Meanwhile the next one
 * grows and stays at home, so that no more than two are under way: the second one when the page goes.
 */
export function createDelivery(
  view: Pick<Window, 'setTimeout' | 'clearTimeout'>,
  { take, send, leave, signal }: DeliveryOptions,
): Delivery {
  /** Sent and not yet known to be counted, in their order. */
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
