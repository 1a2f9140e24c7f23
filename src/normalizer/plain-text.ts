import { concat, copy, NO_BYTES, view } from './bytes.ts';
import { MAX_HELD } from './marker-filter.ts';
import { prospectOf } from './marker-line.ts';
import type { Judged, Reply, Verdict } from './reply.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Normalizes a body that is the text of a reply itself (text stream of the AI SDK, chatbot-ui). Where the network cuts it
 * says nothing, so a line that may become a marker is judged when it is whole: never as one that a model wrote in pieces,
 * never as a delta that is a marker and nothing else.
 */
export function createPlainText(reply: Reply): BodyNormalizer {
  /** Bytes that are no text yet: of a character whose end has not come. */
  let raw = NO_BYTES;
  /** Text that has not left yet, as it came. */
  let held = '';
  /** Its last part: the beginning of a line that may become a marker. */
  let line = '';
  /** In the middle of a line that is known to be none. */
  let inLine = false;
  /** The rest of it: texts that wait for their fate; those before `left` have left. */
  let waiting: { readonly text: string; readonly judged: Judged | null }[] = [];
  let left = 0;
  /** What leaves with the running call. */
  let out = '';
  /** Something failed: what follows passes as it is. */
  let broken = false;

  /** Fails open: the page gets every byte that was held, in order and as it came. */
  function guarded(work: () => void, chunk = NO_BYTES): Uint8Array {
    if (broken) return chunk;
    out = '';
    raw = raw.length === 0 ? chunk : concat([raw, chunk]);
    try {
      work();
      raw = copy(raw);
      return ENCODER.encode(out);
    } catch {
      broken = true; // no UTF-8, or a page that has broken what we rely on
      return concat([ENCODER.encode(out + held), raw]);
    }
  }

  /** @returns the text of all whole characters */
  function decode(): string {
    const end = endOfWhole(raw);
    const text = UTF8.decode(view(raw, 0, end));
    held += text;
    raw = view(raw, end);
    return text;
  }

  function take(text: string): void {
    for (let at = 0; at < text.length; ) {
      const lineFeed = text.indexOf('\n', at);
      const end = lineFeed === -1 ? text.length : lineFeed + 1;
      // The line feed at the end of what has come may wait alone.
      const cut = end === text.length && lineFeed > at ? lineFeed : end;
      line += text.slice(at, cut);
      if (lineFeed === -1 && mayBecomeMarker()) return;
      inLine = lineFeed === -1;
      judge();
      at = cut;
    }
  }

  function mayBecomeMarker(): boolean {
    return !inLine && line[0] === '`' && line.length <= MAX_HELD && prospectOf(line) !== 'no';
  }

  /** To the reply, text is the chunk of a chat that holds nothing else. */
  function judge(): void {
    const judged = reply.judge({ event: null, json: { choices: [{ index: 0, delta: { content: line } }] } });
    waiting[waiting.length] = { text: line, judged };
    line = '';
  }

  /** Lets all text leave whose fate is known. */
  function drain(): void {
    for (; left < waiting.length; left++) {
      const { text = '', judged = null } = waiting[left] ?? {};
      const verdict = judged ? judged.verdict() : KEEP;
      if (!verdict) return;
      out += verdict.kind === 'keep' ? text : (verdict.edits[0]?.value ?? '');
      held = held.slice(text.length);
    }
    waiting = [];
    left = 0;
  }

  return {
    push(chunk) {
      const bytes = guarded(() => {
        take(decode());
        drain();
      }, chunk);
      return bytes.length > 0 ? [bytes] : [];
    },
    end() {
      const bytes = guarded(() => {
        if (line !== '') judge();
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

const KEEP: Verdict = { kind: 'keep' };

/** @returns the offset behind the last whole character of UTF-8; broken bytes count as whole, for the decoder to refuse */
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
