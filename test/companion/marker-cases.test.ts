import { expect, test } from 'vitest';
import { cleanStoredText, cleanText } from '../../src/normalizer/cleaning/clean-text.ts';
import { createMarkerFilter } from '../../src/normalizer/text/marker-filter.ts';
import { everySplit } from '../normalizer/splits.ts';
import CASES from './marker-cases.json' with { type: 'json' };

// test/real/companion-filter.test.ts runs the companion's Python against the same table.
test.each(CASES)(
  '$name: the extension cleans it as the table says',
  ({ text, cleaned, stored }) => {
    expect(cleanText(text).text).toBe(cleaned);
    expect(cleanStoredText(text).text).toBe(stored);
  },
);

test.each(CASES)('$name: the same, however the text is cut', ({ text, cleaned }) => {
  for (const deltas of everySplit(text)) {
    const filter = createMarkerFilter({ onMarker: () => {}, isInjected: () => false });
    for (const delta of deltas) filter.push(delta);
    filter.end();
    expect([deltas, filter.kept(0, text)]).toEqual([deltas, cleaned]);
  }
});
