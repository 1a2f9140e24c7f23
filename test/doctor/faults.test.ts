import { expect, test } from 'vitest';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { FAULTS } from '../../src/doctor/faults.ts';
import { REAL_REPORTS } from './real-reports.ts';
import { REPORTS } from './reports.ts';

test('no id occurs twice', () => {
  expect(new Set([...FAULTS, ...DEFECTS].map(({ id }) => id)).size).toBe(
    FAULTS.length + DEFECTS.length,
  );
});

/** Faults without a report, and where they are shown instead. */
const SHOWN_ELSEWHERE = [
  'empty-body',
  'binary-body',
  'too-long',
  'plain-text',
  'call-without-name',
  // test/doctor/body-kind.test.ts, diagnose.test.ts, reports.test.ts
  'html-page',
  'no-frames',
  'empty-reply',
  'arguments-object',
  'token-limit',
  // test/doctor/survey/life-cycles.test.ts
  'unread-frames',
  'deltas-differ',
  'out-of-order',
  'call-untold',
  // test/clients/doctor.test.ts
  'no-role',
  'call-without-type',
  'call-index-gap',
  'chunk-without-choices',
  'empty-choices',
  // test/doctor/survey/chat/chat-watch.test.ts, life-cycles.test.ts
  'call-without-arguments',
  'tokens-in-arguments',
  'pieces-twice',
  'reasoning-repeated',
  'number-gap',
  'delta-misfit',
  'before-first',
  'events-unnamed',
  'finish-unknown',
  'field-mistyped',
  'part-missing',
  'usage-missing',
  'nul-character',
  'python-text',
  'line-ends',
  'no-space',
  'other-lines',
  'error-empty',
  'message-for-delta',
  // test/doctor/reports-5.test.ts
  'text-left-open',
  'empty-data',
  'arguments-at-end',
  'input-at-start',
  'choice-index',
  'reply-id-changes',
  'copy-differs',
  'data-in-lines',
  'line-separator',
  'reply-in-reply',
  'content-parts',
  'comment-first',
];

test('each is the first finding of a report, or shown elsewhere', () => {
  const shown = new Set(
    [...REPORTS, ...Object.values(REAL_REPORTS)].map(({ first }) => first).concat(SHOWN_ELSEWHERE),
  );
  expect(FAULTS.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});
