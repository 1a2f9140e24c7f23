/**
 * Every state of the statistics of the full page: the content of the storage, and what is pressed.
 */
import { addDays, KEPT_DAYS, lastDays, today } from '../../src/stats/calendar.ts';
import { chatsKey } from '../../src/stats/chats.ts';
import { figuresKey, type Counts } from '../../src/stats/figures.ts';
import { hashOf } from '../../src/extension/routes.ts';
import type { PageScene } from './page-scene.ts';

const HOME = 'http://chat.home.example:3000';
const WORK = 'https://agents.work.example';
const LONG = 'https://a-very-long-name-of-a-host-that-does-not-fit.on-a-narrow-screen.example:8443';
const ON = { enabled: true, choices: {} };

const READ = '.statistics';

/** A week of work with a quiet weekend; faked calls increase until the chats are cleaned. */
function countsOf(index: number, share: number): Counts | null {
  const weekday = index % 7;
  if (weekday === 5) return null;
  const busy = (weekday === 6 ? 0.2 : 0.6 + ((index * 37) % 11) / 20) * share;
  const tools = Math.round(42 * busy);
  const cleaned = index >= 70;
  const imitated = Math.round(
    tools * (cleaned ? (index % 9 === 0 ? 0.04 : 0) : Math.min(0.3, index / 250)),
  );
  return { markers: Math.round(58 * busy * (cleaned ? 0.25 : 1)), tools, imitated };
}

function time(calls: number, mean: number, longest: number) {
  return { calls, sum: calls * mean, longest, last: today() };
}

const times = {
  terminal: time(812, 4200, 61_300),
  web_search: time(406, 2300, 9800),
  read_file: time(406, 180, 900),
  delegate_task: time(31, 184_000, 184_000),
  a_tool_whose_name_is_much_longer_than_names_of_tools_should_be: time(44, 4500, 7000),
  '': time(60, 700, 1200),
};

/** @param days how many of the last 90 there are */
function figuresOf(
  counts: Counts,
  share: number,
  { days = KEPT_DAYS, start = {} } = {},
): Record<string, unknown> {
  const recent = lastDays(days).map(
    (day, index) => [day, countsOf(index + KEPT_DAYS - days, share)] as const,
  );
  return {
    ...counts,
    recent: Object.fromEntries(recent.filter(([, of]) => of !== null)),
    times,
    start,
  };
}

function healedDaysAgo(days: number): number {
  return Date.now() - days * 86_400_000;
}

const total = { markers: 3210, tools: 2890, imitated: 231, ran: 2204, failed: 96, refused: 12 };

const filled: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  [`site:${WORK}`]: ON,
  [`site:${LONG}`]: ON,
  [figuresKey(HOME)]: figuresOf(total, 1),
  [figuresKey(WORK)]: figuresOf({ markers: 800, tools: 640, imitated: 12 }, 0.4),
  [figuresKey(LONG)]: figuresOf({ markers: 80, tools: 64, imitated: 1 }, 0.05),
  [chatsKey(HOME)]: [
    {
      chat: 'chat-0',
      healed: null,
      before: { calls: 12, imitated: 0 },
      after: { calls: 0, imitated: 0 },
    },
    {
      chat: 'chat-1',
      healed: healedDaysAgo(19),
      before: { calls: 96, imitated: 16 },
      after: { calls: 140, imitated: 1 },
    },
    {
      chat: 'chat-2',
      healed: healedDaysAgo(8),
      before: { calls: 31, imitated: 9 },
      after: { calls: 0, imitated: 0 },
    },
  ],
};

/** Chats that cannot be cleaned: the first week tells. */
const week: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  [figuresKey(HOME)]: figuresOf(total, 1, {
    start: { day: addDays(today(), -89), tools: 150, imitated: 31 },
  }),
};

/** The third day. */
const fresh: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  [figuresKey(HOME)]: figuresOf({ markers: 9, tools: 61, imitated: 2 }, 1, { days: 3 }),
};

/** One day on which a loop called tools thousands of times. */
const wild: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  [figuresKey(HOME)]: {
    ...total,
    recent: {
      ...(figuresOf(total, 1).recent as object),
      [addDays(today(), -8)]: { markers: 9100, tools: 4200, imitated: 310 },
    },
  },
};

const first: PageScene['storage'] = { [`site:${HOME}`]: ON };
const onHome = hashOf({ section: 'settings', card: 'statistics', site: HOME });
const everywhere = hashOf({ section: 'settings', site: null });

export const statisticsScenes: Readonly<Record<string, PageScene>> = {
  'statistics-all': { hash: everywhere, storage: filled, until: READ },
  'statistics-site': { hash: onHome, storage: week, until: READ },
  'statistics-fresh': { hash: onHome, storage: fresh, until: READ },
  'statistics-outlier': { hash: onHome, storage: wild, until: READ },
  'statistics-table': {
    hash: everywhere,
    storage: filled,
    press: ['[data-fold="days"] summary', '[data-fold="tools"] summary'],
    until: '[data-fold="tools"][open] table',
  },
  'statistics-delete': {
    hash: onHome,
    storage: filled,
    press: ['[data-step="delete"]'],
    until: '[data-step="delete-now"]',
  },
  'statistics-not-deleted': {
    hash: everywhere,
    storage: filled,
    refuses: true,
    press: ['[data-step="delete"]', '[data-step="delete-now"]'],
    until: '[data-result="failed"]',
  },
  'statistics-deleted': {
    hash: onHome,
    storage: first,
    press: ['[data-step="delete"]', '[data-step="delete-now"]'],
    until: '[data-result="deleted"]',
  },
};
