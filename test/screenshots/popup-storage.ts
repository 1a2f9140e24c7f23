/** The content of the storage under the popup of a scene. */
import { PAUSE_MS, pauseKey } from '../../src/sites/pauses.ts';
import { NAMED_SITES_KEY } from '../../src/settings/store.ts';
import { lastDays } from '../../src/stats/calendar.ts';
import { chatsKey } from '../../src/stats/chats.ts';
import { figuresKey, type Counts } from '../../src/stats/figures.ts';
import type { PopupScene } from './popup-scenes.ts';

/** Shares of the days of two weeks, oldest first: a weekend, a holiday, a busy today. */
const SHARES = [3, 9, 12, 0, 0, 7, 14, 10, 2, 0, 0, 0, 8, 11];

export function popupStorage({
  state,
  chat,
  named,
  frames = [],
}: PopupScene): Record<string, unknown> {
  const framed = Object.fromEntries(
    frames.map(({ site, enabled }) => [`site:${site}`, { enabled, choices: {} }]),
  );
  if (!state) return framed;
  const { origin, enabled, resumesAt, counts, repairs, settings } = state;
  const days = lastDays(SHARES.length);
  return {
    ...framed,
    ...(named ? { [NAMED_SITES_KEY]: [origin] } : {}),
    [`site:${origin}`]: { enabled, choices: settings },
    [figuresKey(origin)]: {
      ...counts,
      repairs,
      recent: Object.fromEntries(
        days.map((day, index) => [day, partOf(counts, SHARES[index] ?? 0)]),
      ),
    },
    ...(resumesAt === null ? {} : { [pauseKey(origin)]: Date.now() + PAUSE_MS }),
    [chatsKey(origin)]: chat ? [{ chat: 'chat-1', ...chat }] : [],
  };
}

/** Hundredths of the totals; if one is small, today's share is all of it. */
function partOf(
  { markers, tools, imitated, ran = 0, failed = 0, refused = 0 }: Counts,
  share: number,
): Counts {
  function part(sum: number): number {
    return sum > 3 ? Math.round((sum * share) / 100) : share === SHARES.at(-1) ? sum : 0;
  }
  const calls = {
    tools: part(tools),
    imitated: part(imitated),
    ran: part(ran),
    failed: part(failed),
    refused: part(refused),
  };
  return { markers: part(markers), ...calls };
}
