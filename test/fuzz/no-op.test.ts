import { test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import type { ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';
import { endsOf, endsOfFrames, pushCut } from './cuts.ts';
import { createRandom, type Random } from './random.ts';
import type { ServerStream } from './servers/server.ts';
import { runCases } from './watchdog.ts';
import { SERVERS } from './well-formed.ts';
import { runs } from '../support/speed.ts';

/** Frames for each server. */
const FRAMES = runs(40_000);
/** Mean frames of a stream, over all servers; a run continues until there are enough. */
const STREAMS = runs(400);

test.each(Object.entries(SERVERS))(
  '%s: well-formed streams pass byte for byte, without a report',
  async (name, server) => {
    let frames = 0;
    for (let batch = 0; frames < FRAMES; batch++) {
      await runCases(`no-op ${name} ${batch}`, STREAMS, (turn) => {
        const random = createRandom(`no-op ${name} ${batch}`, turn);
        const stream = server(random);
        frames += stream.frames.length;
        passes(random, stream);
      });
    }
  },
);

/** Reports that must not be made of a well-formed stream. */
const CHANGES: readonly string[] = [
  'repair',
  'unknown-event',
  'marker',
  'progress',
] satisfies ReplyEvent['type'][];

/**
 * Throws if a stream is changed or anything is reported of it, with the first frame that differs.
 */
function passes(random: Random, { frames, contentType, sessionId }: ServerStream): void {
  const reported: string[] = [];
  const normalizer = createBodyNormalizer({
    contentType: random.oneIn(10) ? null : contentType,
    isReply: true,
    sessionId,
    report(event) {
      if (CHANGES.includes(event.type)) reported.push(JSON.stringify(event));
    },
  });
  if (!normalizer) throw new Error(`no normalizer for ${contentType}`);
  const body = Buffer.from(frames.join(''));
  const idles = random.oneIn(10);
  const ends = random.oneIn(3)
    ? endsOfFrames(frames.map((frame) => Buffer.from(frame)))
    : endsOf(random, body.length);

  const out = pushCut(normalizer, body, ends, idles ? () => void normalizer.waits() : undefined);

  if (reported.length === 0 && body.equals(out)) return;
  const text = Buffer.from(out).toString();
  let at = 0;
  const changed = frames.find((frame) => {
    const same = text.startsWith(frame, at);
    at += frame.length;
    return !same;
  });
  throw new Error(
    `reported ${JSON.stringify(reported)}; changed from ${JSON.stringify(changed)} to ${JSON.stringify(text.slice(at - (changed?.length ?? 0), at + 300))}`,
  );
}
