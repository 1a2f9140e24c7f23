import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import { MAX_HELD } from '../text/marker-filter.ts';
import { prospectOf } from '../text/marker-grammar.ts';
import type { Judged, Verdict } from '../reply/text-verdicts.ts';
import type { Reply } from '../reply/reply.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Normalizes a body that is the text of a reply itself (text stream of the AI SDK, chatbot-ui). The network cuts it
 * anywhere, so a line that may become a marker is judged when it is complete: never as a line that a model wrote in
 * pieces, and never as a delta that is nothing but a marker.
 * @param onBroken called when something failed: the rest passes unchanged
 */
export function createTextBody(reply: Reply, onBroken?: () => void): BodyNormalizer {
  /** Bytes of a character that is not complete yet. */
  let raw = NO_BYTES;
  /** The beginning of a line that may become a marker. */
  let line = '';
  /** In the middle of a line that is known not to be a marker. */
  let inLine = false;
  /** Texts without a verdict yet. */
  const waiting: Waiting[] = [];
  /** Output of the current call. */
  let out = '';
  /** Something failed: the rest passes unchanged. */
  let broken = false;

  /** Fails open: the page gets every byte that was held, in order and unchanged. */
  function guarded(work: () => void, chunk = NO_BYTES): Uint8Array {
    if (broken) return chunk;
    out = '';
    raw = raw.length === 0 ? chunk : concat([raw, chunk]);
    try {
      work();
      raw = copy(raw);
      return ENCODER.encode(out);
    } catch {
      broken = true; // not UTF-8, or a page that broke natives we rely on
      onBroken?.();
      for (const { text } of waiting) out += text;
      return concat([ENCODER.encode(out + line), raw]);
    }
  }

  /** @returns the text of all whole characters */
  function decode(): string {
    const end = endOfWhole(raw);
    const text = UTF8.decode(view(raw, 0, end));
    raw = view(raw, end);
    return text;
  }

  function take(text: string): void {
    line += text;
    const start = line.lastIndexOf('\n') + 1;
    if (start > 0) inLine = false;
    const last = start === 0 ? line : line.slice(start);
    if (last !== '' && !inLine && mayBecomeMarker(last)) {
      const whole = line.slice(0, start);
      line = last;
      judgeLines(whole);
      return;
    }
    const all = line;
    line = '';
    inLine ||= last !== '';
    judgeLines(all);
  }

  /**
   * Judges text up to the end of a line, or of one that is no marker. It is cut into as few pieces as keep text that
   * must wait apart from the rest: a last line that may be a marker, with the line feed before it, and the line feed
   * behind it.
   */
  function judgeLines(text: string): void {
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    const lineFeed = end > 0 ? text.lastIndexOf('\n', end - 1) : -1;
    const start = text[lineFeed + 1] === '`' ? Math.max(lineFeed, 0) : end;
    // All wait before one is judged: if that fails, the others are still to be emitted.
    const pieces = [...likeNoDelta(text.slice(0, start)), text.slice(start, end), text.slice(end)].map(wait);
    for (let i = 0; i < pieces.length; i++) judge(pieces[i] ?? null);
  }

  function wait(text: string): Waiting | null {
    if (text === '') return null;
    const piece: Waiting = { text, judged: null };
    waiting.push(piece);
    return piece;
  }

  function mayBecomeMarker(text: string): boolean {
    return text[0] === '`' && text.length <= MAX_HELD && prospectOf(text) !== 'no';
  }

  /** To the reply, text looks like the chunk of a chat that contains nothing else. */
  function judge(piece: Waiting | null): void {
    if (piece)
      piece.judged = reply.judge({ event: null, json: { choices: [{ index: 0, delta: { content: piece.text } }] } });
  }

  /** Emits all text whose verdict is known. */
  function drain(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const { text, judged } = next;
      const verdict = judged ? judged.verdict() : KEEP;
      if (!verdict) return;
      out += verdict.kind === 'keep' ? text : (verdict.edits[0]?.value ?? '');
      waiting.shift();
    }
  }

  return {
    push(chunk) {
      const bytes = guarded(() => {
        take(decode());
        drain();
      }, chunk);
      return bytes.length > 0 ? [bytes] : [];
    },
    end(how = 'whole') {
      const bytes = guarded(() => {
        const rest = line;
        line = '';
        judge(wait(rest));
        if (how !== 'whole') reply.lose();
        // The line that was being read goes on.
        if (how === 'released') reply.giveUp();
        reply.end();
        drain();
      });
      return broken ? bytes : concat([bytes, raw]);
    },
    idle: () =>
      guarded(() => {
        if (line !== '' || !reply.holdsLineFeedOnly()) return;
        reply.pause(false);
        drain();
      }),
    waits: () => waiting.length > 0 && line === '' && reply.holdsLineFeedOnly(),
  };
}

/** @returns the text, cut so that no piece reads as a delta that is nothing but a marker */
function likeNoDelta(text: string): string[] {
  return text.startsWith('\n`') && text.endsWith('`\n') ? ['\n', text.slice(1)] : [text];
}

/** A text that was not emitted yet. */
interface Waiting {
  readonly text: string;
  judged: Judged | null;
}

const KEEP: Verdict = { kind: 'keep' };

/**
 * @returns the offset behind the last complete UTF-8 character; broken bytes count as complete, for the decoder to
 * reject
 */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
