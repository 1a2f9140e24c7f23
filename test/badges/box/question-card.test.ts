import { expect, test, vi } from 'vitest';
import { hintOf } from '../../../src/badges/box/question-card.ts';
import * as commandText from '../../../src/lib/command-text.ts';

vi.mock(import('../../../src/lib/command-text.ts'), { spy: true });

test.each(['\u200b', '\u200b\u200c', 'a\u0430', 'e\u0301\u0301\u0301'])(
  'of 100 questions with 20 000 odd characters, the card reads 120 units each: %j',
  (odd) => {
    const read = vi.mocked(commandText.visibleParts);
    read.mockClear();
    const hints = Array.from({ length: 100 }, (_, at) =>
      hintOf(`${at} ${odd.repeat(20_000 / odd.length)}`),
    );

    const units = read.mock.calls.map(([command]) => command.length);
    expect(Math.max(...units)).toBe(120);
    expect(units).toHaveLength(100);
    expect(Math.max(...hints.map(({ length }) => length))).toBeLessThan(1000);
  },
);
