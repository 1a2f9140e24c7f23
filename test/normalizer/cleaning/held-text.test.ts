import { expect, test } from 'vitest';
import { createHeldText, type HeldText } from '../../../src/normalizer/cleaning/held-text.ts';
import { createMarkerFilter, type MarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import { everySplit } from '../splits.ts';

function createText(cleans = () => true): { filter: MarkerFilter; text: HeldText; take: (delta: string) => string } {
  const filter = createMarkerFilter({ onMarker() {}, isInjected: () => false });
  const text = createHeldText(filter, cleans);
  return {
    filter,
    text,
    take(delta) {
      text.push(delta);
      return text.settle();
    },
  };
}

test('text that may become a marker is held, and decided text comes with the delta that decides it', () => {
  const { text, take } = createText();

  expect(['a', '\n', '`⏰', ' x', '`\n', '\n', 'b `c', '`\n', 'd\n'].map(take)).toEqual([
    'a',
    '',
    '',
    '',
    '',
    '',
    '\nb `c',
    '`',
    '\nd',
  ]);
  expect([text.held(), text.given()]).toEqual(['\n', 16]);
});

test('however a text is cut, the final output is the same, and nothing of it is held', () => {
  const whole = 'a\n`⏰ list`\n\nb `c` \n`💻 ls';
  for (const deltas of everySplit(whole)) {
    const { filter, text, take } = createText();
    const out = deltas.map(take).join('');
    filter.end();

    expect([deltas, out + text.settle(), text.held()]).toEqual([deltas, 'a\nb `c` \n`💻 ls', '']);
  }
});

test('while cleaning is off, everything leaves at once and unchanged, including what was held before', () => {
  let cleans = true;
  const { text, take } = createText(() => cleans);
  expect(take('a\n`⏰ l')).toBe('a');

  cleans = false;
  expect(take('ist`\n')).toBe('\n`⏰ list`\n');
  expect(text.held()).toBe('');

  cleans = true;
  expect(take('b\n`⏰ list`\n\nc')).toBe('b\nc');
});
