import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../src/lib/bytes.ts';
import { saidIn, type StreamMaker } from './dialects/made-streams.ts';
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

/** @returns the text that leaves, and the most pushes without any output */
export function pass(
  maker: StreamMaker,
  deltas: readonly string[],
): { readonly text: string; readonly pushes: number } {
  const ids = (field: string): string | number => (field.endsWith('index') ? 0 : field);
  const normalizer = createBodyNormalizer({ contentType: maker.contentType, isReply: true, repairs: new Set() });
  const push = (frame: string): string => textOf(normalizer?.push(bytesOf(frame)) ?? []);
  let body = maker.begin(ids).map(push).join('');
  let pushes = 0;
  let empty = 0;
  for (const delta of deltas) {
    const out = push(maker.delta(delta, ids));
    empty = out === '' ? empty + 1 : 0;
    pushes = Math.max(pushes, empty);
    body += out;
  }
  body += maker.end(deltas.join(''), ids).map(push).join('') + textOf(concat([normalizer?.end() ?? bytesOf('')]));
  return { text: maker === PLAIN ? body : saidIn(maker, body), pushes };
}
