import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { saidIn, type Ids, type StreamMaker } from './dialects/made-streams.ts';
import { bytesOf, textOf } from './splits.ts';

/** A reply as bare text. */
export const PLAIN: StreamMaker = {
  dialect: 'none',
  contentType: 'text/plain',
  begin: () => [],
  delta: (text) => text,
  end: () => [],
  said: () => '',
};

/** Names texts as servers should: each field the same for all deltas. */
export const steadyIds: Ids = (field) => (field.endsWith('index') ? 0 : field);

interface Passed {
  readonly text: string;
  /** The most deltas that were pushed one after another without any output. */
  readonly pushes: number;
  /** The most characters in such a run. */
  readonly units: number;
}

/** Writes a text delta by delta and normalizes it, without repairs. */
export function pass(maker: StreamMaker, deltas: readonly string[], ids: Ids = steadyIds): Passed {
  const normalizer = createBodyNormalizer({
    contentType: maker.contentType,
    isReply: true,
    repairs: new Set(),
  });
  if (!normalizer) throw new Error(`nothing reads ${maker.contentType}`);
  const push = (frame: string): string => textOf(normalizer.push(bytesOf(frame)));
  let body = maker.begin(ids).map(push).join('');
  let [pushes, units, silent, waiting] = [0, 0, 0, 0];
  for (const delta of deltas) {
    const out = push(maker.delta(delta, ids));
    body += out;
    // Frames leave whole, and what was removed from one waits no longer.
    silent = out === '' ? silent + 1 : 0;
    waiting = out === '' ? waiting + delta.length : 0;
    pushes = Math.max(pushes, silent);
    units = Math.max(units, waiting);
  }
  body += maker.end(deltas.join(''), ids).map(push).join('') + textOf(normalizer.end());
  return { text: maker === PLAIN ? body : saidIn(maker, body), pushes, units };
}
