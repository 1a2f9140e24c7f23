import { expect, test } from 'vitest';
import { foreignWords } from './pseudo-views.ts';

test.each([
  ['⟦Úndó··⟧', ''],
  ['⟦Úndó ⟦á⟧··⟧ Ωδή (3)', 'Ωδή (3)'],
  ['Stream Fixer', ''],
  ['⟦Sínce⟧ 3 March 2026, 12.4 s', ','],
  ['⟦Úndó··⟧ now', 'now'],
])('words that come from no catalogue are detected in %s', (text, rest) => {
  expect(foreignWords(text, ['Stream Fixer'])).toBe(rest);
});
