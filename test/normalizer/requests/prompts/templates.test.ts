import { expect, test } from 'vitest';
import { TEMPLATES } from '../../../../src/normalizer/requests/prompts/templates.ts';

test.each(TEMPLATES.map((template) => [template.opens[0] ?? '', template] as const))(
  '%s: what the assistant opens is a turn',
  (_name, { opens, assistant, closes }) => {
    expect(opens.length * assistant.length * closes.length).toBeGreaterThan(0);
    for (const head of assistant) expect(opens.some((open) => head.startsWith(open))).toBe(true);
    // The first one that fits is used.
    assistant.forEach((head, i) => expect(assistant.slice(0, i).some((before) => head.startsWith(before))).toBe(false));
    for (const literal of [...opens, ...assistant, ...closes]) expect(literal.trim()).not.toBe('');
  },
);

test('no two templates open a turn with the same words', () => {
  const opens = TEMPLATES.flatMap((template) => template.opens);
  expect(new Set(opens).size).toBe(opens.length);
});
