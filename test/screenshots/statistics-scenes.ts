/** Every state of the statistics of the full page: the content of the storage, and what is pressed. */
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { KEPT_DAYS, lastDays } from '../../src/stats/read-figures.ts';
import { chatsKey, dayKey, totalsKey } from '../../src/stats/keys.ts';
import { hashOf } from '../../src/extension/routes.ts';
import type { PageScene } from './page-scene.ts';

const HOME = 'http://chat.home.example:3000';
const WORK = 'https://agents.work.example';
const LONG = 'https://a-very-long-name-of-a-host-that-does-not-fit.on-a-narrow-screen.example:8443';
const ON = { enabled: true, choices: {} };

const READ = '[data-state="read"]';
const PLOT = '[data-state="read"] .plot svg';

/** A week of work with a quiet weekend; faked calls increase until the chats are cleaned. */
function figuresOf(index: number, share: number): DayFigures | null {
  const weekday = index % 7;
  if (weekday === 5) return null;
  const busy = (weekday === 6 ? 0.2 : 0.6 + ((index * 37) % 11) / 20) * share;
  const tools = Math.round(42 * busy);
  const cleaned = index >= 70;
  const imitated = Math.round(tools * (cleaned ? (index % 9 === 0 ? 0.04 : 0) : Math.min(0.3, index / 250)));
  return {
    replies: Math.round(31 * busy),
    markers: Math.round(58 * busy * (cleaned ? 0.25 : 1)),
    tools,
    imitated,
    events: tools * 2,
    bytes: Math.round(21_400 * busy),
    healed: index === 70 ? 4 : index === 81 ? 1 : 0,
    repairs: {
      'tool-call-split': Math.round(9 * busy),
      'finish-tool-calls': Math.round(4 * busy),
      'last-blank-line': Math.round(31 * busy),
      'null-choices': index % 3,
    },
    times: {
      terminal: { calls: tools >> 1, sum: (tools >> 1) * 4200, longest: 61_300 + index * 20 },
      web_search: { calls: tools >> 2, sum: (tools >> 2) * 2300, longest: 9800 },
      read_file: { calls: tools >> 2, sum: (tools >> 2) * 180, longest: 900 },
      delegate_task: { calls: 1, sum: 184_000, longest: 184_000 },
      a_tool_whose_name_is_much_longer_than_names_of_tools_should_be: { calls: 2, sum: 9000, longest: 7000 },
      '': { calls: 3, sum: 2100, longest: 1200 },
    },
  };
}

function daysOf(origin: string, share: number): Record<string, unknown> {
  const entries = lastDays(KEPT_DAYS).map((day, index) => [dayKey(origin, day), figuresOf(index, share)] as const);
  return Object.fromEntries(entries.filter(([, figures]) => figures !== null));
}

function healedDaysAgo(days: number): number {
  return Date.now() - days * 86_400_000;
}

const findings = [
  { server: 'hermes', repairs: { 'last-blank-line': 812 }, events: 4120, unknown: { 'hermes.mood': 3 } },
  {
    server: 'openai-chat',
    repairs: { 'tool-call-split': 231, 'finish-tool-calls': 88, 'null-choices': 61 },
    events: 0,
    unknown: {},
  },
];

const filled: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  [`site:${WORK}`]: ON,
  [`site:${LONG}`]: ON,
  ...daysOf(HOME, 1),
  ...daysOf(WORK, 0.4),
  ...daysOf(LONG, 0.05),
  [totalsKey(HOME)]: { markers: 3210, tools: 2890, imitated: 231, findings },
  [totalsKey(WORK)]: { markers: 800, tools: 640, imitated: 12 },
  [chatsKey(HOME)]: [
    { chat: 'chat-0', healed: null, before: { calls: 12, imitated: 0 }, after: { calls: 0, imitated: 0 } },
    {
      chat: 'chat-1',
      healed: healedDaysAgo(19),
      before: { calls: 96, imitated: 12 },
      after: { calls: 140, imitated: 1 },
    },
    { chat: 'chat-2', healed: healedDaysAgo(8), before: { calls: 31, imitated: 9 }, after: { calls: 0, imitated: 0 } },
  ],
};

const WILD_DAY = lastDays(9)[0] ?? '';

/** One day on which a loop called tools thousands of times. */
const wild: PageScene['storage'] = {
  ...filled,
  [dayKey(HOME, WILD_DAY)]: { ...NO_FIGURES, replies: 12, tools: 4200, imitated: 310, markers: 9100 },
};

/** Something long ago, nothing lately. */
const quiet: PageScene['storage'] = {
  [`site:${HOME}`]: ON,
  ...Object.fromEntries(Object.entries(daysOf(HOME, 1)).slice(0, 20)),
};

const first: PageScene['storage'] = { [`site:${HOME}`]: ON };
const onHome = hashOf({ section: 'statistics', site: HOME });
const everywhere = hashOf({ section: 'statistics', site: null });
const WEEK = 'input[value="7"]';
const QUARTER = 'input[value="90"]';

export const statisticsScenes: Readonly<Record<string, PageScene>> = {
  'statistics-all': { hash: everywhere, storage: filled, until: PLOT },
  'statistics-site': { hash: onHome, storage: filled, until: PLOT },
  'statistics-week': { hash: onHome, storage: filled, press: [PLOT, WEEK], until: PLOT },
  'statistics-quarter': { hash: onHome, storage: filled, press: [PLOT, QUARTER], until: PLOT },
  'statistics-outlier': { hash: onHome, storage: wild, until: '[data-state="read"] .cut' },
  'statistics-tables': {
    hash: everywhere,
    storage: filled,
    press: [1, 2, 3, 4].map((card) => `.card:nth-of-type(${card}) summary`),
    until: 'details[open] table',
  },
  'statistics-chats': {
    hash: onHome,
    storage: filled,
    press: ['.notice + .fold summary'],
    until: 'details[open] .rows',
  },
  'statistics-report': {
    hash: onHome,
    storage: filled,
    press: ['[data-wish="addresses"]', '[data-wish="events"]', '[data-step="copy"]'],
    until: READ,
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
  'statistics-quiet': { hash: onHome, storage: quiet, until: READ },
  'statistics-empty': { hash: everywhere, storage: first, press: [QUARTER], until: READ },
  'statistics-failed': { hash: onHome, storage: filled, reading: 'fails', until: '[data-state="failed"]' },
};
