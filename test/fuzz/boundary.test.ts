import { expect, test } from 'vitest';
import { STREAM_MAKERS } from '../normalizer/dialects/made-streams.ts';
import { pass, PLAIN } from '../normalizer/pass-deltas.ts';
import { createRandom, SEED } from './random.ts';
import { runCases } from './watchdog.ts';

/** For each carrier; `BOUNDARY_CASES=1101` covers nearly all of them. */
const CASES = Number(process.env.BOUNDARY_CASES) || 40;
/** Lists were once cut at 1000. */
const MOST = 1100;

test.each([...STREAM_MAKERS, PLAIN])(
  '$dialect: a marker is removed after any number of deltas, with and without line feeds',
  async (maker) => {
    const missed: string[] = [];
    await runCases(`boundary ${maker.dialect}`, CASES, (turn) => {
      const random = createRandom(`boundary ${maker.dialect}`, turn);
      const count =
        turn === 0 ? 0 : random.oneIn(4) ? random.between(990, 1010) : random.between(1, MOST);
      const deltas = random.pick([
        ['x\n'],
        ['x'],
        ['\n'],
        ['x\n', 'x'],
        ['\n', 'a b', '\n\n', '`c`\n'],
      ]);
      const before = [
        'Hi',
        ...Array.from({ length: count }, () => random.pick(deltas)),
        'Now.',
        '\n',
      ];
      const marker = random.pick([
        ['`⏰', ' list`', '\n', '\nEnd'],
        ['`⏰ list`\n\nEnd'],
        [...'`⏰ list`\n\nEnd'],
      ]);

      const { text, pushes } = pass(maker, [...before, ...marker]);
      if (text !== before.join('').slice(0, -1) + '\nEnd' || pushes > marker.length + 1)
        missed.push(
          `case ${turn}: ${count} deltas of ${JSON.stringify(deltas)}, ${JSON.stringify(marker)}, ${pushes} without an answer`,
        );
    });
    expect(missed, `FUZZ_SEED=${SEED}`).toEqual([]);
  },
);
