import type { VNode } from 'preact';
import { expect, test } from 'vitest';
import { SparkBars } from '../../../../src/pages/popup/figures/spark-bars.tsx';

interface Drawn {
  readonly role: string;
  readonly 'aria-label': string;
  readonly children: readonly VNode<{ readonly x: number; readonly y: number; readonly height: number }>[];
}

function draw(values: readonly number[]): Drawn {
  return (SparkBars({ values, label: 'Tools shown' }) as VNode<Drawn>).props;
}

test('it is a picture with the total as its name', () => {
  const { role, 'aria-label': name } = draw([1000, 0, 500]);

  expect([role, name]).toEqual(['img', 'Tools shown, 1,500 in 3 days']);
});

test('every day has a bar: the highest fills the height, small ones are visible, none is a low mark', () => {
  const heights = draw([400, 1, 0, 200]).children.map(({ props }) => props.height);

  expect(heights).toEqual([24, 4, 1, 12]);
});

test('bars start at the bottom, from the first day to the last', () => {
  const { children } = draw([2, 0, 7]);

  expect(children.map(({ props }) => props.y + props.height)).toEqual([24, 24, 24]);
  expect(children.map(({ props }) => props.x)).toEqual([1, 9, 17]);
});

test('days without anything at all have low marks only', () => {
  expect(draw([0, 0]).children.map(({ props }) => props.height)).toEqual([1, 1]);
});
