import '../browser-shape.ts';
import { expect, test } from 'vitest';
import { withoutFrames } from '../../../src/hook/realm/stacks.ts';

const OURS = 'chrome-extension://abc/page-hook.js';

test.each<[string, string, string]>([
  [
    'of Chromium',
    `TypeError: Illegal invocation\n    at a (${OURS}:1:10)\n    at Object.apply (${OURS}:1:20)\n    at click (https://site/app.js:1:5)\n    at https://site/app.js:9:9`,
    'TypeError: Illegal invocation\n    at click (https://site/app.js:1:5)\n    at https://site/app.js:9:9',
  ],
  [
    'of Firefox',
    `a@${OURS}:1:10\napply@${OURS}:1:20\nclick@https://site/app.js:1:5\n`,
    'click@https://site/app.js:1:5\n',
  ],
  [
    'with a message of several lines',
    `Error: one\ntwo\n    at a (${OURS}:1:10)\n    at click (https://site/app.js:1:5)`,
    'Error: one\ntwo\n    at click (https://site/app.js:1:5)',
  ],
  [
    'where a native has called us back',
    `Error: one\n    at a (${OURS}:1:10)\n    at Headers.forEach (<anonymous>)\n    at b (${OURS}:1:20)\n    at click (https://site/app.js:1:5)`,
    'Error: one\n    at click (https://site/app.js:1:5)',
  ],
  [
    'of a page that called itself through us',
    `Error: one\n    at get body (https://site/app.js:1:5)\n    at a (${OURS}:1:10)`,
    '',
  ],
  ['without us', 'Error: one\n    at click (https://site/app.js:1:5)', ''],
  ['of nothing but us', `Error: one\n    at a (${OURS}:1:10)`, 'Error: one\n'],
  ['that is empty', '', ''],
])('a stack %s loses our frames on top, and only those', (_name, stack, expected) => {
  expect(withoutFrames(stack, OURS)).toBe(expected || stack);
});
