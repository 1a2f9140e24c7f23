import { arrayOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';
import { lineEndOf } from './frame-repair.ts';
import { isEnded, type Frame } from './frame.ts';
import type { PlacedRepair } from './repair.ts';

export const done: PlacedRepair = {
  id: 'done',
  stage: 'end',
  stream: 'broken',
  about: {
    name: 'No "[DONE]" at the end',
    defect: 'The stream ends without "data: [DONE]".',
    breaks: [
      'sse.js: a lost connection in place of the end',
      'clients that wait for it: they hang until the connection is closed',
    ],
    whatWeDo: 'It is added where the reply is whole.',
    source: 'https://github.com/ikawrakow/ik_llama.cpp/issues/467',
  },
};

/** More choices than any response has. */
const MAX_CHOICES = 64;

/**
 * `data: [DONE]` is missing (ikawrakow/ik_llama.cpp#467; EricLBuehler/mistral.rs#1226;
 * oobabooga/text-generation-webui#4778): clients that rely on it report a lost connection. It is
 * added to a stream of chunks that ends with a whole frame and reported no error, if every choice
 * seen has its finish reason: then nothing else can be missing.
 *
 * No page is known that reads `chat.completion.chunk` and breaks on `[DONE]`, except the simple
 * chat that came with llama.cpp up to ggml-org/llama.cpp#10674: it keeps the whole reply and shows
 * an error after it. The page of ik_llama.cpp, whose server omits `[DONE]`, handles it.
 * @returns an observer of the end of one stream
 */
export function createStreamEnd() {
  const seen = new Set<unknown>();
  const finished = new Set<unknown>();
  /** The line end of the first chunk. */
  let lineEnd = '\n';
  /** The end has arrived, or none is to be added. */
  let closed = false;
  /** The stream so far ends with a blank line. */
  let ended = true;

  function look({ text, fields, json }: Frame): void {
    if (!fields) closed ||= /^error:/m.test(text);
    else if (fields.event === 'error' || fields.data.trim() === '[DONE]') closed = true;
    else if (isObject(json)) lookAtMessage(json, text);
  }

  function lookAtMessage({ object, choices, error }: Record<string, unknown>, text: string): void {
    if (error != null) closed = true;
    if (object !== 'chat.completion.chunk') return;
    if (seen.size === 0) lineEnd = lineEndOf(text);
    for (const choice of arrayOf(choices)) {
      if (!isObject(choice)) continue;
      const { index, finish_reason: reason } = choice;
      seen.add(index);
      if (reason === 'error' || seen.size > MAX_CHOICES) closed = true;
      else if (typeof reason === 'string' && reason !== '') finished.add(index);
    }
  }

  return {
    /** Takes a frame that was read, as it is after the frame repairs. */
    read(frame: Frame): void {
      if (closed || frame.text.trim() === '') return;
      ended = isEnded(frame.text);
      look(frame);
    },
    /** Something unreadable passed: the end stays as it is. */
    giveUp(): void {
      closed = true;
    },
    /** The stream has ended. @returns the missing frame, or '' */
    missing(): string {
      if (closed || !ended || seen.size === 0) return '';
      for (const index of seen) if (!finished.has(index)) return '';
      return `data: [DONE]${lineEnd}${lineEnd}`;
    },
  };
}
