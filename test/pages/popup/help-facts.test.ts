import { expect, test } from 'vitest';
import { NO_ANSWER } from '../../../src/pages/popup/backend.ts';
import { factsOfCompanion, factsOfTab } from '../../../src/pages/popup/help/facts.ts';

test('a report says that another chat waits, not which', () => {
  const tab = { ...NO_ANSWER, state: 'active', waitsFor: 'chat', waitsIn: 'f3c1-chat' } as const;

  expect(factsOfTab(tab)).toEqual({ ...tab, waitsIn: true });
  expect(factsOfTab({ ...tab, waitsIn: null })).toMatchObject({ waitsIn: false });
  expect(factsOfTab(null)).toBeNull();
});

test.each([
  ['The server answered 502, “no route to chat.example.org:3000”.', '“no route to …'],
  ['The server answered 403, “see https://sso.example/login?for=me”.', '“see …'],
  ['The server answered 500, “[fd00::7] refused 10.0.0.2”.', '500, … refused …'],
  ['You are not signed in here.', 'You are not signed in here.'],
])('a report names no address that a server has named: %s', (why, shown) => {
  const report = { admin: true, state: { kind: 'unknown', why } } as const;

  const text = JSON.stringify(factsOfCompanion(report));

  expect(text).toContain(shown);
  expect(text).not.toMatch(/example|fd00|10\.0/);
});

test('what is known of an installed companion stays', () => {
  const report = { admin: false, state: { kind: 'current', version: '1.10.0' } } as const;
  expect(factsOfCompanion(report)).toEqual(report);
});
