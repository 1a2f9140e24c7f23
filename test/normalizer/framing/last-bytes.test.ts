import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat } from '../../../src/lib/bytes.ts';
import { createLastBytes } from '../../../src/normalizer/framing/last-bytes.ts';

test('the last bytes are kept, in their own buffer, however they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 25 }), { maxLength: 12 }), (pieces) => {
      const last = createLastBytes(8);
      for (const piece of pieces) {
        const added = new Uint8Array(piece);
        last.add(added);
        added.fill(0);
      }
      const all = concat(pieces);
      expect([...last.get()]).toEqual([...all].slice(-8));
    }),
  );
});
