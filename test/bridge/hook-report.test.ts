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

test.each([
  [[], 'unread'],
  // A text in markup grows like any other.
  [[false], 'unread'],
  // A page may show markup besides.
  [[false, true], 'read'],
] as const)(
  'of a page with markers in markup, and replies found as %j, "%s" is told',
  (passed, replies) => {
    for (const order of ['before', 'after']) {
      const hook = createHookReport();
      if (order === 'before') hook.rendered();
      for (const isFound of passed) hook.passed(true, isFound);
      if (order === 'after') hook.rendered();

      expect(hook.answer()).toMatchObject({ replies });
    }
  },
);
