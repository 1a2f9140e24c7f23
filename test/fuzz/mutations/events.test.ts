import { expect, test } from 'vitest';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { dataOf, framesOf } from '../frames-of.ts';
import { createRandom, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { isPart } from './changes.ts';
import { mutate, toText } from './mutate.ts';
import { recordingsIn } from './recordings.ts';
import { runs } from '../../support/speed.ts';

const RECORDINGS = [...recordingsIn('hermes'), ...recordingsIn('dialects')].filter(
  ({ carrier }) => carrier === 'sse',
);
/** Mutated connections of each recording. */
const CONNECTIONS = runs(2500);
const SIGNS = /[`\n]|\\n|\\u00|hermes\.tool\.progress|"tool/i;
/**
 * Text that waits is delivered with a later event: a marker's line at most for each channel, and
 * few channels.
 */
const MAX_CARRIED = 4096 * 8;

const seen = { changed: 0, same: 0 };

test.each(RECORDINGS)('$name', async (recording) => {
  await runCases(`events ${recording.name}`, CONNECTIONS, (turn) => {
    const random = createRandom(`events ${recording.name}`, turn);
    const frames = framesOf(mutate(random, recording, random.pick(RECORDINGS)), 'sse');
    check(
      random,
      frames.map((frame) => ({
        event: /^event: ?(.+?)\r?$/m.exec(frame)?.[1] ?? null,
        data: toText(dataOf(frame)),
      })),
    );
  });
});

test('many connections changed, many did not', () => {
  expect(seen.changed).toBeGreaterThan((CONNECTIONS * RECORDINGS.length) / 50);
  expect(seen.same).toBeGreaterThan((CONNECTIONS * RECORDINGS.length) / 10);
});

/**
 * Throws if a property is violated: each event stays an event of the same shape, and changes only
 * if it shows a sign.
 */
function check(random: Random, events: readonly { event: string | null; data: string }[]): void {
  const normalizer = createEventNormalizer(() => ({}));
  let signs = false;
  let changed = false;
  let carried = 0;
  for (const { event, data } of events) {
    const received = normalizer.receive(event, data);
    signs ||= SIGNS.test(data) || SIGNS.test(event ?? '');
    carried += data.length - received.length;
    if (random.oneIn(15)) normalizer.end();
    if (received === data) continue;
    changed = true;
    const details = JSON.stringify({ events, data, received }).slice(0, 20_000);
    if (!signs) throw new Error(`an event changed, and none had a sign: ${details}`);
    if (-carried > MAX_CARRIED) throw new Error(`more came out than went in: ${details}`);
    if (data.length < 20_000 && !sameShape(JSON.parse(data), JSON.parse(received)))
      throw new Error(`more than texts changed: ${details}`);
  }
  normalizer.end();
  if (changed) seen.changed++;
  else seen.same++;
}

/** Equal except for the strings; the chunk that closes a choice may get its last text. */
function sameShape(before: unknown, after: unknown): boolean {
  return isPart(shapeOf(before), shapeOf(after));
}

function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      key === 'content' ? [] : [[key, shapeOf(item)]],
    ),
  );
}
