import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSpot, MARGIN, USUAL, type Box } from '../../../src/badges/places/free-spot.ts';

const VIEW = { width: 1000, height: 800 };
const SIZE = { width: 320, height: 60 };

function box(left: number, top: number, right: number, bottom: number): Box {
  return { left, top, right, bottom };
}

const INPUT = box(0, 720, 1000, 800);

test.each([
  ['an empty page: the usual place', [], USUAL],
  ['an input at the lower edge: the usual place', [box(0, 716, 1000, 800)], USUAL],
  ['a high input: above it', [box(0, 600, 1000, 800)], { side: 'right', bottom: 208 }],
  ['a button at the right: above it', [INPUT, box(900, 650, 940, 690)], { side: 'right', bottom: 158 }],
  [
    'two buttons with no room between: above both',
    [box(900, 640, 940, 690), box(900, 580, 940, 620)],
    { side: 'right', bottom: 228 },
  ],
  [
    'two buttons with room between: between them',
    [box(900, 660, 940, 690), box(900, 500, 940, 560)],
    { side: 'right', bottom: 148 },
  ],
  ['a column of them at the right: the other side', [box(700, 0, 1000, 700)], { side: 'left', bottom: 96 }],
  ['everything but the lower edge covered: there', [box(0, 0, 1000, 690)], { side: 'right', bottom: 16 }],
  ['everything covered: nowhere', [box(0, 0, 1000, 800)], null],
])('with %s', (_name, obstacles, spot) => {
  expect(freeSpot(SIZE, obstacles, VIEW)).toEqual(spot);
});

test('nothing is ever covered, and it is never out of sight', () => {
  const boxes = fc.array(
    fc.tuple(
      fc.integer({ min: -50, max: 1000 }),
      fc.integer({ min: -50, max: 800 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 200 }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(boxes, fc.integer({ min: 20, max: 600 }), (all, height) => {
      const obstacles = all.map(([left, top, wide, high]) => box(left, top, left + wide, top + high));
      const spot = freeSpot({ width: 320, height }, obstacles, VIEW);
      if (!spot) return;
      const left = spot.side === 'right' ? VIEW.width - MARGIN - 320 : MARGIN;
      const lower = VIEW.height - spot.bottom;
      expect(lower - height).toBeGreaterThanOrEqual(MARGIN);
      for (const it of obstacles)
        expect(it.right <= left || it.left >= left + 320 || it.bottom <= lower - height || it.top >= lower).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
