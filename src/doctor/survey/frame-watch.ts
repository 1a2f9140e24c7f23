import type { Message } from '../../normalizer/dialects/dialect.ts';
import type { Frame } from '../../normalizer/repairs/frame.ts';
import type { Place, Sightings } from '../sightings.ts';

/** A frame that cannot be read. */
interface Unread extends Place {
  readonly id: 'data-not-json' | 'no-frames';
}

/** An error whose data is missing, and frames that say nothing. */
const NAMED_ERROR = /^event: ?(?:error|exception)\s*$/m;
const OTHER_LINES = /^(?:[:\r\n]|$|(?:event|id|retry|data):?)/;

const BARE_RETURN = 'Lines end with a carriage return alone.';

/**
 * Watches frames as such: those that cannot be read, and those that are written as few readers
 * expect.
 * @param onError called with the words of an error that a frame without a message reports
 */
export function createFrameWatch(seen: Sightings, onError: (words: string) => void) {
  let place: Place = { frame: -1, text: '' };
  /**
   * The last frame that cannot be read. Whether it was truncated is known once it proves to be the
   * last one.
   */
  let unread: Unread | null = null;
  /** The first frame whose lines end in another way than most readers expect. */
  let lineEnds: (Place & { readonly words: string | undefined }) | null = null;
  /** The first frame without a space behind "data:". */
  let narrow: Place | null = null;
  /** The first frame with a character at which some readers end a line. */
  let separator: Place | null = null;
  /** The first event that begins with a comment. */
  let commented: Place | null = null;
  /** The first event with data that is empty. */
  let empty: Place | null = null;
  /** The first event whose data stands in several lines. */
  let spread: Place | null = null;
  /** The first frame before any chunk whose data is JSON, but no object. */
  let early: Place | null = null;

  return {
    /** The next frame arrives. */
    take(text: string): void {
      place = { frame: place.frame + 1, text };
      if (unread && text.trim() !== '') {
        seen.add(unread.id, undefined, unread);
        unread = null;
      }
      if (!lineEnds && /^data:[^]*\r/m.test(text))
        lineEnds = { ...place, words: /\r[^\n]/.test(text) ? BARE_RETURN : undefined };
      if (!separator && /^data:.*[\u0085\u2028\u2029]/m.test(text)) separator = place;
      if (!empty && /^data: *\r?$/m.test(text) && !/^data: *[^ \r\n]/m.test(text)) empty = place;
      if (!commented && /^:[^\r\n]*(?:\r\n?|\n)data:/.test(text)) commented = place;
      if (!spread && /^data:.*(?:\r\n?|\n)data:/m.test(text)) spread = place;
      if (!narrow && /^data:[^ \r\n]/m.test(text)) narrow = place;
    },
    /** Returns the present frame; its number is -1 before the first one. */
    place: (): Place => place,
    /**
     * Handles a frame without a message.
     * @param isChat there was a chunk of a chat
     * @returns a message without content, if the data is valid JSON that no reader expects
     */
    readOther({ text, fields, json }: Frame, isChat: boolean): Message | null {
      const isExpected = fields !== null && isFine(fields.data);
      if (json !== undefined) {
        if (!isChat) early ??= place;
        return isExpected ? null : { event: fields?.event ?? null, json: {} };
      }
      if (isExpected) return null;
      if (fields?.event === 'error') onError(fields.data);
      else if (fields) unread = { ...place, id: 'data-not-json' };
      else if (NAMED_ERROR.test(text)) onError('an error without words');
      else if (!OTHER_LINES.test(text.trim())) unread = { ...place, id: 'no-frames' };
      return null;
    },
    /** @param dialects ids of those that were read: in a chat, it matters how frames are written */
    end(endsWhole: boolean, dialects: ReadonlySet<string>): void {
      const isChat = dialects.has('openai-chat');
      const isEvents = !isChat && dialects.size > 0;
      if (unread)
        seen.add(isCutShort(unread, endsWhole) ? 'cut-frame' : unread.id, undefined, unread);
      if (separator) seen.add('line-separator', undefined, separator);
      if (commented && dialects.has('gemini')) seen.add('comment-first', undefined, commented);
      if (isEvents && empty) seen.add('empty-data', undefined, empty);
      if (isEvents && spread) seen.add('data-in-lines', undefined, spread);
      if (!isChat) return;
      if (lineEnds) seen.add('line-ends', lineEnds.words, lineEnds);
      if (narrow) seen.add('no-space', undefined, narrow);
      if (early)
        seen.add('before-first', 'Data that is no chunk comes before the first chunk.', early);
    },
  };
}

/** @returns whether the last frame of a body is truncated */
function isCutShort({ text, id }: Unread, endsWhole: boolean): boolean {
  if (id === 'no-frames') return !endsWhole && /^(?:da?t?a?|ev?e?n?t?)$/.test(text.trim());
  return !endsWhole || /^(?:data: ?)?[{[](?:.(?!\}\s*$))*$/s.test(text.trim());
}

/** Returns whether data needs no message: empty, or JSON that is not an object. */
function isFine(data: string): boolean {
  const text = data.trim();
  return (
    text === '' || text === '[DONE]' || /^(?:null|true|false|-?\d+(?:\.\d+)?|"[^"\\]*")$/.test(text)
  );
}
