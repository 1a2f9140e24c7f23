import { expect, test } from 'vitest';
import { NO_FIGURES, type DayFigures } from '../../src/stats/day.ts';
import { reportOf, type ReportOptions } from '../../src/stats/report.ts';

const FIGURES: DayFigures = {
  replies: 4,
  markers: 3,
  tools: 2,
  imitated: 1,
  events: 5,
  bytes: 600,
  healed: 0,
  repairs: { 'bare-json': 1, done: 7 },
  times: { search_secret_project: { calls: 1, sum: 5, longest: 5 } },
};
const { repairs: _repairs, times: _times, ...PLAIN } = FIGURES;

const OPTIONS: ReportOptions = {
  version: '1.2.3',
  browser: 'Firefox 153',
  days: [
    { day: '2026-11-20', figures: FIGURES },
    { day: '2026-11-21', figures: NO_FIGURES },
    { day: '2026-11-22', figures: { ...NO_FIGURES, replies: 1 } },
  ],
  totals: {
    counts: { markers: 30, tools: 20, imitated: 10 },
    findings: [
      { server: 'hermes', repairs: { done: 70 }, events: 3, unknown: { 'x.secret': 2, tick: 1 } },
      { server: '', repairs: {}, events: 0, unknown: { tick: 4 } },
    ],
    recent: {},
  },
  sites: null,
  eventNames: false,
};

test('a report contains the counts, and leaves out days without any', () => {
  expect(reportOf(OPTIONS)).toEqual({
    version: '1.2.3',
    browser: 'Firefox 153',
    from: '2026-11-20',
    to: '2026-11-22',
    sum: { ...PLAIN, replies: 5 },
    days: [
      { day: '2026-11-20', ...PLAIN },
      { day: '2026-11-22', ...PLAIN, replies: 1, markers: 0, tools: 0, imitated: 0, events: 0, bytes: 0 },
    ],
    repairs: [
      { name: 'done', count: 7 },
      { name: 'bare-json', count: 1 },
    ],
    totals: { markers: 30, tools: 20, imitated: 10 },
    servers: [
      { server: 'hermes', repairs: [{ name: 'done', count: 70 }], unknown: 3 },
      { server: '', repairs: [], unknown: 4 },
    ],
    eventNames: null,
    sites: null,
  });
});

test('names of tools and events, and addresses, are not part of it', () => {
  expect(JSON.stringify(reportOf(OPTIONS))).not.toMatch(/secret|example/);
});

test('addresses and names of events are included on request', () => {
  const report = reportOf({
    ...OPTIONS,
    eventNames: true,
    sites: [{ origin: 'https://chat.example.com', figures: FIGURES }],
  });

  expect(report.sites).toEqual([{ origin: 'https://chat.example.com', ...PLAIN }]);
  expect(report.eventNames).toEqual([
    { name: 'tick', count: 5 },
    { name: 'x.secret', count: 2 },
  ]);
  expect(JSON.stringify(report)).not.toContain('secret_project');
});
