import { expect, test } from 'vitest';
import type { ProgressStatus } from '../../../src/normalizer/progress/progress-types.ts';
import { isOpen, isRefused } from '../../../src/normalizer/progress/status.ts';

const ALL: readonly ProgressStatus[] = [
  'running',
  'waiting',
  'ran',
  'started',
  'failed',
  'denied',
  'blocked',
  'timed-out',
  'unknown',
  'ended',
];

test.each([
  [isOpen, ['running', 'waiting']],
  [isRefused, ['denied', 'blocked', 'timed-out']],
])('%o', (is, statuses) => {
  expect(ALL.filter((status) => is(status))).toEqual(statuses);
});
