import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { ALL_CLIENTS } from '../../clients/all-clients.ts';
import { isAsked, judge } from '../../clients/verdict.ts';
import { bytesOf, pushAll } from '../../normalizer/splits.ts';
import { createRandom, SEED, type Random } from '../random.ts';
import { runCases } from '../watchdog.ts';
import { DEVIATIONS, tellsError, WIRE_DEVIATIONS } from './deviations.ts';
import { frameOf, writeReply, type Reply } from './replies.ts';

/**
 * Pairs of a stream and a client, read before and after; `HARM_READINGS=100000` is the full size.
 */
const READINGS = Number(process.env.HARM_READINGS) || 3000;
const CLIENTS = ALL_CLIENTS.filter(({ format }) => format === 'chat');
const TYPE = 'text/event-stream';

/** A stream with one or two deviations. */
interface Stream {
  readonly reply: Reply;
  readonly names: readonly string[];
  readonly frames: readonly string[];
}

function writeStream(random: Random): Stream {
  const { reply, chunks } = writeReply(random);
  const all = [...Object.keys(DEVIATIONS), ...Object.keys(WIRE_DEVIATIONS)];
  const names = [
    ...new Set(random.oneIn(3) ? [random.pick(all)] : [random.pick(all), random.pick(all)]),
  ];
  for (const name of names) DEVIATIONS[name]?.(random, chunks);
  let frames = [...chunks.map(frameOf), 'data: [DONE]\n\n'];
  for (const name of names) frames = WIRE_DEVIATIONS[name]?.(random, frames) ?? frames;
  return { reply, names, frames };
}

/** The output of the normalizer, by input frame. */
function clean(frames: readonly string[]): Uint8Array[] {
  const normalizer = createBodyNormalizer({ contentType: TYPE, isReply: true });
  if (!normalizer) throw new Error('no normalizer');
  const ends: number[] = [];
  let end = 0;
  for (const frame of frames) ends.push((end += bytesOf(frame).length));
  return pushAll(normalizer, bytesOf(frames.join('')), ends).filter(({ length }) => length > 0);
}

test(
  'a client that read a stream right before reads it right after',
  async () => {
    const harmed = new Map<string, string>();
    let readings = 0;
    let right = 0;
    let changed = 0;
    await runCases('harm', Math.ceil(READINGS / CLIENTS.length), async (turn) => {
      const random = createRandom('harm', turn);
      const { reply, names, frames } = writeStream(random);
      const sent = frames.map(bytesOf);
      const cleaned = clean(frames);
      const isSame = Buffer.concat(cleaned).equals(Buffer.concat(sent));
      readings += CLIENTS.length;
      // The same bytes harm nobody.
      if (isSame) return;
      changed++;
      const error = tellsError(frames);
      // After an error no client makes a call.
      const expected = {
        text: reply.text,
        ...(error ? { error } : { calls: reply.calls }),
        what: '',
        repair: '',
        body: new Uint8Array(),
      };
      for (const each of CLIENTS) {
        const client = error ? { ...each, calls: false } : each;
        if (!isAsked(expected, client)) continue;
        // A client that did not read it right before cannot be harmed.
        if (judge(expected, client, await client.read(sent, TYPE)) !== 'ok') continue;
        right++;
        const after = judge(expected, client, await client.read(cleaned, TYPE));
        if (after === 'ok') continue;
        const key = `${names.toSorted().join(' + ')}: ${client.name} ${after}`;
        if (!harmed.has(key))
          harmed.set(
            key,
            `case ${turn}\n${frames.join('')}=>\n${Buffer.concat(cleaned).toString()}`,
          );
      }
    });
    process.stdout.write(
      `harm: FUZZ_SEED=${SEED}, ${readings} pairs of stream and client, ${changed} streams changed; of these right before ${right}, harmed ${harmed.size} kinds\n`,
    );
    expect([...harmed].map(([key, how]) => `${key}\n${how}`)).toEqual([]);
  },
  600_000 + 20 * READINGS,
);
