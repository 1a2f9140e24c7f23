import { expect, test } from 'vitest';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { createRandom, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { mutate, mutateJson, toText, windowOf } from './mutate.ts';
import { socketRecordings } from './recordings.ts';
import { onMessages } from '../../support/on.ts';
import { runs } from '../../support/speed.ts';

const RECORDINGS = socketRecordings();
/** Mutated sequences of packets of each recording. */
const SEQUENCES = runs(4000);
/** Texts without these contain nothing that a marker begins or ends with. */
const SIGNS = /[`\n]|\\n|\\u00|\\u000a/i;

const seen = { changed: 0, unmarked: 0, same: 0 };

test.each(RECORDINGS)('$name', async ({ name, packets }) => {
  await runCases(`sockets ${name}`, SEQUENCES, (turn) => {
    const random = createRandom(`sockets ${name}`, turn);
    check(sequenceOf(random, packets, random.pick(RECORDINGS).packets), random.oneIn(5));
  });
});

test('many sequences lost markers, many came out unchanged', () => {
  const all = SEQUENCES * RECORDINGS.length;

  expect(seen.changed).toBeGreaterThan(all / 50);
  expect(seen.unmarked).toBeGreaterThan(all / 50);
  expect(seen.same).toBeGreaterThan(all / 10);
});

/**
 * Consecutive packets, one or two of them mutated: their JSON, any of their bytes, or their ack
 * number.
 */
function sequenceOf(
  random: Random,
  packets: readonly string[],
  others: readonly string[],
): string[] {
  const sequence = windowOf(random, packets);
  for (let left = random.between(1, 2); left > 0; left--) {
    const at = random.below(sequence.length);
    const packet = sequence[at] ?? '';
    const header = /^\d*/.exec(packet)?.[0] ?? '';
    if (random.oneIn(3)) {
      const bytes = Buffer.from(packet).toString('latin1');
      sequence[at] = toText(
        mutate(
          random,
          { frames: [bytes], carrier: 'lines' },
          { frames: [Buffer.from(random.pick(others)).toString('latin1')], carrier: 'lines' },
        ),
      );
    } else if (random.oneIn(4))
      sequence[at] = `${header}${random.below(1000)}${packet.slice(header.length)}`;
    else sequence[at] = header + mutateJson(random, packet.slice(header.length));
  }
  return sequence;
}

/**
 * Throws if a property is violated: only strings of a packet change, and only if there is a sign of
 * a marker.
 */
function check(sequence: readonly string[], joined: boolean): void {
  let markers = 0;
  const socket = createSocketNormalizer({ report: onMessages({ marker: () => markers++ }) });
  let signs = false;
  let changed = false;
  const out = sequence.map((packet) => {
    const received = socket.receive(packet);
    signs ||= SIGNS.test(packet);
    if (received === packet) return received;
    changed = true;
    if (!signs)
      throw new Error(
        `a packet changed, and no packet had a sign: ${JSON.stringify({ sequence, packet, received })}`,
      );
    if (!sameButForStrings(packet, received))
      throw new Error(
        `more than strings changed: ${JSON.stringify({ sequence, packet, received })}`,
      );
    return received;
  });
  if (joined) {
    const payload = createSocketNormalizer({}).receivePayload(sequence.join('\u001e'));
    if (payload !== out.join('\u001e') && !sequence.some((packet) => packet.includes('\u001e')))
      throw new Error(`joined, they become others: ${JSON.stringify({ sequence, out, payload })}`);
  }
  if (changed) seen.changed++;
  else seen.same++;
  if (markers > 0) seen.unmarked++;
}

/** Compares the packets without their JSON strings, except for names of members. */
function sameButForStrings(before: string, after: string): boolean {
  return withoutStrings(before) === withoutStrings(after);
}

function withoutStrings(packet: string): string {
  return packet.replace(/"(?:[^"\\]|\\[^])*"(\s*:)?/g, (text, colon?: string) =>
    colon === undefined ? '""' : text,
  );
}
