import type { Framing } from './framing.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** A JSON answer: pages read it as a whole, so it is held until its end, as one frame. */
export const WHOLE_JSON: Framing = {
  isText: true,
  longest: 16 * 1024 * 1024,
  endOf: () => -1,
  read(frame) {
    // Pages read an answer without its byte-order mark.
    const mark = frame.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    return { event: null, data: frame.slice(mark.length), rewrite: (data) => mark + data };
  },
  // A page that waits for an answer gets one, whatever is removed from it.
  lasting: (frame) => frame,
};
