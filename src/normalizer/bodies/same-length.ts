import type { FrameFields, Framing } from '../framing/framing.ts';
import type { Judged, Verdict } from '../reply/judged.ts';
import type { Reply } from '../reply/reply.ts';

/**
 * For a page that counts the bytes of a stream to ask for the rest of it later (llama-ui): every frame keeps its length
 * and its lines. What is removed from JSON is replaced by white space, a removed frame by a comment.
 */

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

/** Edits nothing; makes `keepLengths` blank the frame. */
const BLANK: Verdict = { kind: 'edit', edits: [] };

/** @returns the framing with frames that keep their length; data that would grow is refused */
export function keepLengths(framing: Framing): Framing {
  return {
    ...framing,
    read(frame) {
      const fields = framing.read(frame);
      return (
        fields && { ...fields, rewrite: (data) => (data === fields.data ? blank(frame) : pad(frame, fields, data)) }
      );
    },
  };
}

/** @returns the reply with messages whose frames stay: those to be removed are blanked, in order */
export function keepFrames(reply: Reply): Reply {
  return {
    ...reply,
    judge(message) {
      const judged = reply.judge(message);
      return judged && stays(judged);
    },
  };
}

function stays({ verdict }: Judged): Judged {
  return {
    removed: false,
    verdict() {
      const made = verdict();
      return made?.kind === 'remove' ? BLANK : made;
    },
  };
}

/**
 * Turns each line but `id` and `retry` into a comment. Line ends stay in place, as a page may count up to any of them.
 */
function blank(frame: string): string {
  return frame.replace(/[^\r\n]+/g, (line) =>
    /^(?:id|retry)(?::|$)/.test(line) ? line : ':' + ' '.repeat(lengthOf(line) - 1),
  );
}

/** @param data JSON of an object, which may have white space before its last brace */
function pad(frame: string, fields: FrameFields, data: string): string | null {
  const missing = lengthOf(frame) - lengthOf(fields.rewrite(data) ?? '');
  const end = data.lastIndexOf('}');
  const padded = missing < 0 ? null : fields.rewrite(data.slice(0, end) + ' '.repeat(missing) + data.slice(end));
  // Null as well if the data cannot be put into the frame at all.
  return padded !== null && lengthOf(padded) === lengthOf(frame) ? padded : null;
}

/** @returns the bytes of a text in UTF-8 */
function lengthOf(text: string): number {
  return ENCODER.encode(text).length;
}
