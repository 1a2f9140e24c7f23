import { expect, test } from 'vitest';
import {
  createMarkerReport,
  type MarkerReport,
} from '../../../src/normalizer/open-webui/marker-report.ts';
import type { ProgressFact } from '../../../src/normalizer/progress/progress.ts';
import { on } from '../../support/on.ts';

function createReport(): { report: MarkerReport; reported: string[]; removed: () => number } {
  const reported: string[] = [];
  let count = 0;
  const report = createMarkerReport(
    on({
      progress: ({ progress: { call, label, status, provenance } }) =>
        reported.push(`${call} ${label} ${status} ${provenance}`),
      marker: () => count++,
    }),
  );
  return { report, reported, removed: () => count };
}

const LIST = { emoji: '⏰', label: 'list', whole: false, split: false };
const READ = { ...LIST, emoji: '📖', label: 'file' };

function event(
  label: string,
  phase: ProgressFact['phase'],
  callId: string | null = `id ${label}`,
): ProgressFact {
  const emoji = label === 'list' ? '⏰' : '📖';
  return { source: 'event', tool: 't', emoji, label, callId, phase, provenance: 'server' };
}

test('a marker at the end runs until text follows, and is then not reported again', () => {
  const { report, reported, removed } = createReport();

  report.tail(1, LIST);
  report.removed(1, LIST);
  report.text();
  report.end();

  expect([reported, removed()]).toEqual([['0 list running unknown', '0 list ended unknown'], 1]);
});

test('the n-th marker of a second copy of the text is reported and counted once', () => {
  const { report, reported, removed } = createReport();

  for (let copy = 0; copy < 3; copy++) {
    report.removed(1, LIST);
    report.removed(2, READ);
  }

  expect([reported, removed()]).toEqual([
    ['0 list undecided unknown', '1 file undecided unknown'],
    2,
  ]);
});

test('a rejected marker leaves its number to the next', () => {
  const { report, reported, removed } = createReport();

  report.tail(1, LIST);
  report.tailRefused(0);
  report.text();
  report.tail(1, READ);
  report.removed(1, READ);
  report.end();

  expect([reported, removed()]).toEqual([
    [
      '0 list running unknown',
      '0 list ended unknown',
      '1 file running unknown',
      '1 file ended unknown',
    ],
    1,
  ]);
});

test('if events report tools, a marker without one was written by the model', () => {
  const { report, reported, removed } = createReport();

  report.fact(event('file', 'running'));
  report.fact(event('file', 'unknown'));
  report.tail(1, LIST);
  report.removed(1, LIST);
  expect(reported).toHaveLength(2);
  report.end();

  expect([reported, removed()]).toEqual([
    ['0 file running server', '0 file unknown server', '1 list ended imitated'],
    1,
  ]);
});

test('a line in more than one piece was written by the model, and is reported at the end of the reply', () => {
  const { report, reported, removed } = createReport();

  report.removed(1, { ...LIST, split: true });
  report.text();
  expect([reported, removed()]).toEqual([[], 1]);
  report.end();
  report.end();

  expect([reported, removed()]).toEqual([['0 list ended imitated'], 1]);
});

test('a marker is not reported if the model also called the tool', () => {
  const { report, reported } = createReport();

  report.removed(1, { ...LIST, split: true });
  report.fact(event('list', 'running'));
  report.fact(event('list', 'unknown'));
  report.end();

  expect(reported).toEqual(['0 list running server', '0 list unknown server']);
});

test('nothing is reported if Open WebUI ran its own tools', () => {
  const { report, reported, removed } = createReport();

  report.removed(1, { ...LIST, split: true });
  report.unclear();
  report.end();

  expect([reported, removed()]).toEqual([[], 1]);
});

test('an event without words counts too, and may be that of one marker', () => {
  const { report, reported } = createReport();

  report.fact({ ...event('x', 'running'), emoji: null, label: null });
  report.removed(1, LIST);
  report.removed(2, READ);
  report.end();

  expect(reported).toEqual([
    '0 null running server',
    '1 file undecided unknown',
    '0 null ended server',
  ]);
});

test('a marker with the words of an event belongs to it, running or over', () => {
  const { report, reported, removed } = createReport();

  report.fact(event('list', 'running'));
  report.tail(1, LIST);
  report.removed(1, LIST);
  report.fact(event('list', 'unknown'));
  report.removed(2, LIST);

  expect([reported, removed()]).toEqual([['0 list running server', '0 list unknown server'], 2]);
});

test('a server that sends both is never accused, whichever comes first', () => {
  for (const eventFirst of [true, false]) {
    const { report, reported } = createReport();
    const both = [() => report.fact(event('list', 'running')), () => report.removed(1, LIST)];

    for (const tell of eventFirst ? both : both.toReversed()) tell();
    report.removed(2, READ);
    report.end();

    expect(reported.filter((line) => line.includes('imitated'))).toEqual([]);
    expect(reported).toContain(`${eventFirst ? 1 : 2} file undecided unknown`);
  }
});

test('calls that are still running end with the reply', () => {
  const { report, reported } = createReport();

  report.fact(event('file', 'running'));
  report.end();

  expect(reported).toEqual(['0 file running server', '0 file ended server']);
});

test.each([
  ['whole', ['0 list running server', '0 list ended server']],
  ['split', ['0 list ended imitated']],
  ['line', ['0 list undecided unknown']],
] as const)(
  'a marker that the companion removed counts, and is reported by how it arrived: %s',
  (came, expected) => {
    const { report, reported, removed } = createReport();

    report.relayed(LIST, came);
    report.text();
    report.end();

    expect([reported, removed()]).toEqual([expected, 1]);
  },
);

test.each([
  ["is the model's own", [LIST], 'imitated'],
  [
    'belongs to no tool once another has the words of an event: the server may do both',
    [LIST, READ],
    'unknown',
  ],
] as const)('if events report the tools, a relayed line %s', (_what, lines, provenance) => {
  const { report, reported, removed } = createReport();
  report.fact(event('file', 'start'));

  for (const line of lines) report.relayed(line, 'line');
  report.end();

  expect([reported, removed()]).toEqual([
    [
      '0 file running server',
      `1 list ${provenance === 'unknown' ? 'undecided' : 'ended'} ${provenance}`,
      '0 file ended server',
    ],
    lines.length,
  ]);
});

test('after a gap the numbers go on; once the text is read from its beginning, words show what is new', () => {
  const { report, removed } = createReport();
  const counts = (...labels: readonly string[]): number[] =>
    labels.map((label, i) => {
      report.removed(i + 1, { ...LIST, label });
      return removed();
    });

  report.removed(1, { ...LIST, label: 'a' });
  report.miss();
  report.removed(2, { ...LIST, label: 'd' });
  expect(removed()).toBe(2);

  report.begin();
  expect(counts('a', 'b', 'c', 'd', 'd')).toEqual([2, 3, 4, 4, 5]);
  report.begin();
  expect(counts('a')).toEqual([5]);
});
