import { expect, test } from 'vitest';
import { createHookReport } from '../../src/bridge/hook-report.ts';

test.each([
  [[], 'none'],
  [[false, false], 'unread'],
  [[true], 'read'],
  // A page may ask several servers: nothing is said against one of which a reply was read.
  [[true, false], 'read'],
  [[false, true], 'read'],
] as const)('of a page whose replies were read as %j, "%s" is told', (passed, replies) => {
  const hook = createHookReport();
  for (const isRead of passed) hook.passed(isRead);

  expect(hook.answer()).toMatchObject({ replies });
});
