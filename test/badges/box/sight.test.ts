import { expect, test } from 'vitest';
import { isFramedElsewhere } from '../../../src/badges/box/sight.ts';

/** A window in a chain of frames, from the page down to the one that asks; `false` is of another origin. */
function innermost(chain: readonly boolean[]): Document {
  let parent: object | null = null;
  for (const isOwn of chain) {
    const view: Record<string, unknown> = isOwn ? { document: {} } : {};
    if (!isOwn) {
      Object.defineProperty(view, 'document', {
        get() {
          throw new DOMException('Blocked a frame with another origin.', 'SecurityError');
        },
      });
    }
    view.parent = parent ?? view;
    parent = view;
  }
  return { defaultView: parent } as unknown as Document;
}

test.each<[what: string, chain: readonly boolean[], expected: boolean]>([
  ['a page', [true], false],
  ['a frame of a page of the same origin', [true, true], false],
  ['a frame of a page of another', [false, true], true],
  ['a frame in a frame of another', [true, false, true], true],
  ['a page of another above one of the same', [false, true, true], true],
])('%s', (_what, chain, expected) => {
  expect(isFramedElsewhere(innermost(chain))).toBe(expected);
});

test('a document without a window is in no frame', () => {
  expect(isFramedElsewhere({ defaultView: null } as Document)).toBe(false);
});
