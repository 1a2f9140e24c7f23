import { expect, test } from 'vitest';
import { LANGUAGES, messagesOf } from '../support/locales.ts';

/** Stores reject a longer one. */
const MAX_DESCRIPTION = 132;

test.each(LANGUAGES)('in %s the name is the same, and the description fits into a store', (language) => {
  const { name, description } = messagesOf(language);

  expect(name?.message).toBe('Stream Fixer');
  expect(description?.message.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
});

test('no two languages describe it alike', () => {
  const descriptions = LANGUAGES.map((language) => messagesOf(language).description?.message);

  expect(new Set(descriptions).size).toBe(LANGUAGES.length);
});
