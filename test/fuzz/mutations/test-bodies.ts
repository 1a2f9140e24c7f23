import { expect, test } from 'vitest';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { createRandom, TIMES } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { checkBody } from './check-body.ts';
import { mutate } from './mutate.ts';
import { recordingsIn } from './recordings.ts';

/** Of each recording. */
const BODIES = Math.ceil(2500 * TIMES);

/** Tests mutated bodies of all recordings in a folder, spliced with those of the others. */
export function testBodies(folder: 'hermes' | 'dialects'): void {
  const recordings = recordingsIn(folder);
  const others = [...recordingsIn('hermes'), ...recordingsIn('dialects')];
  /** What happened to bodies, over all recordings. */
  const seen = { changed: 0, repaired: 0, unmarked: 0 };

  test.each(recordings)(`${folder} $name`, async (recording) => {
    await runCases(`${folder} ${recording.name}`, BODIES, (turn) => {
      const random = createRandom(`${folder} ${recording.name}`, turn);
      const text = mutate(random, recording, random.pick(others));
      const run = checkBody(random, {
        carrier: recording.carrier,
        text,
        repairs: random.oneIn(10) ? ALL_REPAIRS : DEFAULT_REPAIRS,
        contentType: random.oneIn(10) ? null : recording.contentType,
        sessionId: random.oneIn(3) ? null : recording.sessionId,
      });
      if (run.out !== text) seen.changed++;
      if (run.repairs > 0) seen.repaired++;
      if (run.markers > 0) seen.unmarked++;
    });
  });

  test('many bodies were repaired, many lost markers, many came out unchanged', () => {
    const all = BODIES * recordings.length;

    expect(seen.repaired).toBeGreaterThan(all / 200);
    expect(seen.unmarked).toBeGreaterThan(all / 50);
    expect(all - seen.changed).toBeGreaterThan(all / 10);
  });
}
