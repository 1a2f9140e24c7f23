import { view } from '../../lib/bytes.ts';
import { parseJson } from '../json/json-edit.ts';
import type { Framing } from './framing.ts';
import { endOfLine } from './line-frames.ts';

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

// Captured on import: the page shares our realm and may replace it later.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** A JSON answer, or lines of JSON under its name (n8n), which leave one by one. */
export function createJsonFraming(): Framing {
  /** The first line is a whole message. Null while it has not ended. */
  let hasLines: boolean | null = null;

  return {
    ...WHOLE_JSON,
    endOf(bytes, start, from) {
      const end = hasLines === false ? -1 : endOfLine(bytes, start, from);
      if (end === -1) return end;
      hasLines ??= parseJson(UTF8.decode(view(bytes, start, end))) !== undefined;
      return hasLines ? end : -1;
    },
  };
}
