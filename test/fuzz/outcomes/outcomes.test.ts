import { expect, test } from 'vitest';
import { readResult } from '../../../src/normalizer/progress/outcome.ts';
import { changedResult } from '../../companion/results/changed-results.ts';
import { whatIsWrong } from '../../companion/results/sound-outcome.ts';
import { SEED, TIMES } from '../random.ts';

const RESULTS = 10_000;

test('no changed result is called a success against what it says', () => {
  const wrong: string[] = [];
  for (let turn = 0; turn < RESULTS * TIMES; turn++) {
    const changed = changedResult(turn);
    const why = whatIsWrong(changed, readResult(changed.result, changed.tool));
    if (why) wrong.push(`${why}: ${JSON.stringify(changed)} (seed ${SEED}, turn ${turn})`);
  }

  expect(wrong.slice(0, 5)).toEqual([]);
});
