import { expect, test } from 'vitest';
import { NO_FIGURES } from '../../../src/stats/day.ts';
import { reportText } from '../../../src/pages/statistics/report-text.ts';
import { reportOf, type ReportOptions } from '../../../src/stats/report.ts';
import { NO_TOTALS } from '../../../src/stats/totals.ts';

const day = {
  ...NO_FIGURES,
  replies: 12,
  markers: 30,
  tools: 9,
  imitated: 1,
  events: 18,
  bytes: 4200,
  repairs: { 'finish-missing': 4, newer: 1 },
  times: { 'secret-tool': { calls: 1, sum: 5, longest: 5 } },
};

const options: ReportOptions = {
  version: '0.1.0',
  browser: 'Firefox 152',
  days: [
    { day: '2026-11-20', figures: NO_FIGURES },
    { day: '2026-11-21', figures: day },
    { day: '2026-11-22', figures: { ...NO_FIGURES, replies: 1, healed: 2 } },
  ],
  totals: {
    counts: { markers: 1300, tools: 90, imitated: 4 },
    findings: [
      { server: 'hermes', repairs: { 'finish-missing': 40 }, events: 80, unknown: { 'mood\n- Replies: 0': 3 } },
      { server: 'unheard-of', repairs: {}, events: 3, unknown: { other: 2 } },
      { server: 'ollama', repairs: {}, events: 3, unknown: {} },
    ],
    recent: {},
  },
  sites: null,
  eventNames: false,
};

const PLAIN = `Stream Fixer 0.1.0
Browser: Firefox 152
Period: 20 November 2026 to 22 November 2026

Replies: 13
Calls that ran: 9
Faked calls: 1
Markers removed: 30
Share: 10%, 1 of 10 calls
Tool progress events removed: 18
Bytes removed: 4 kB
Stored chats cleaned: 2

Repairs
- finish-missing: 4

All time
- Calls that ran: 90
- Faked calls: 4
- Markers removed: 1,300

All time, from Hermes
- finish-missing: 40
- Unknown events: 3

All time, from other servers
- Unknown events: 2

Day by day
- 2026-11-21: Replies 12, Calls that ran 9, Faked calls 1, Markers removed 30
- 2026-11-22: Replies 1, Calls that ran 0, Faked calls 0, Markers removed 0`;

test('a report contains counts and repairs, and no name of a site, a tool or an event', () => {
  expect(reportText(reportOf(options))).toBe(PLAIN);
});

test('addresses are included on request', () => {
  const text = reportText(reportOf({ ...options, sites: [{ origin: 'http://chat.example:3000', figures: day }] }));

  expect(text).toContain(
    'Sites\n- http://chat.example:3000: Replies 12, Calls that ran 9, Faked calls 1, Markers removed 30\n',
  );
});

test('a name that a server made up stays on one line, in quotation marks', () => {
  const text = reportText(reportOf({ ...options, eventNames: true }));

  expect(text).toContain('Unknown events\n- "mood - Replies: 0": 3\n- "other": 2\n');
});

test('if nothing was counted, there is nothing but zeros', () => {
  const text = reportText(
    reportOf({ ...options, days: [{ day: '2026-11-22', figures: NO_FIGURES }], totals: NO_TOTALS }),
  );

  expect(text.match(/[1-9]\d*/g)).toEqual(['1', '152', '22', '2026', '22', '2026']);
  expect(text).not.toContain('Share');
});
