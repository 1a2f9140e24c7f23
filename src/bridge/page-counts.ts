import { browser } from 'wxt/browser';
import { createDelivery } from './delivery.ts';
import type { PageMessage } from './protocol.ts';
import { createTally } from './tally.ts';
import type { CountsRequest } from '../stats/requests.ts';
import { namePage, type Batch } from '../stats/batch.ts';
import { dayOf } from '../stats/calendar.ts';
import { leaveBehind } from '../stats/orphaned-batches.ts';

/** Counts what the page's hook reports, and passes the counts on to the background. */
export interface PageCounts {
  add(message: PageMessage): void;
}

/** What is counted. The end of a reply and how it begins are not. */
const COUNTED: readonly PageMessage['type'][] = ['reply-start', 'progress', 'removed', 'findings', 'hermes'];

/**
 * @param options.onLost called if the extension may have been reloaded or removed
 * @param options.mayLeave whether counts may be stored as the page closes, when there is no time to look
 * @param options.signal ends it
 */
export function createPageCounts(
  view: Window,
  {
    onLost,
    mayLeave,
    signal,
  }: { readonly onLost: () => unknown; readonly mayLeave: () => boolean; readonly signal: AbortSignal },
): PageCounts {
  const tally = createTally({ now: () => performance.now(), today: () => dayOf(new Date()) });
  const page = namePage();
  const { origin } = view.location;
  const delivery = createDelivery(view, {
    take: tally.take,
    send,
    leave(batches) {
      if (mayLeave()) void leaveBehind(origin, page, batches);
    },
    signal,
  });

  async function send(batches: readonly Batch[]): Promise<number | null> {
    const request: CountsRequest = { type: 'counts', page, batches };
    try {
      const last: unknown = await browser.runtime.sendMessage(request);
      return typeof last === 'number' ? last : null;
    } catch {
      onLost();
      return null; // the background was stopped; it will be asked again
    }
  }

  view.addEventListener('pagehide', delivery.now, { signal });
  return {
    add(message) {
      if (!COUNTED.includes(message.type)) return;
      tally.add(message);
      delivery.soon();
    },
  };
}
