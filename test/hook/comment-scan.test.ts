import './browser-shape.ts';
import { expect, test } from 'vitest';
import { createCommentScan } from '../../src/hook/comment-scan.ts';
import { bytesOf, everySplit } from '../normalizer/splits.ts';

test.each([': keepalive\n\n', ':\r\n\r\n', ':a\n:b\n\n: data: {}\n', '\n\n'])(
  '%j is a sign of life, at every split',
  (text) => {
    for (const pieces of everySplit(text)) {
      const isComment = createCommentScan();
      expect(pieces.map((piece) => isComment(bytesOf(piece)))).toEqual(pieces.map(() => true));
    }
  },
);

test.each(['data: {}\n\n', ': keepalive\n\ndata: [DONE]\n\n', 'event: ping\n: x\n\n'])(
  '%j is more, at every split',
  (text) => {
    for (const pieces of everySplit(text)) {
      const isComment = createCommentScan();
      expect(pieces.map((piece) => isComment(bytesOf(piece)))).toContain(false);
    }
  },
);
