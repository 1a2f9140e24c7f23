import { createBodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { encodeText, inNextTask } from './realm/natives.ts';
import { sheltered } from './transports/shelter.ts';

/**
 * Runs a normalizer once before the first reply of a page needs it. Engines compile a function when it is first called,
 * and the first words would wait for that: 4 ms for a stream (Chromium 156, busy machine). An agent
 * usually lets a moment pass before the first word.
 */
export interface WarmUp {
  /** A reply is to be expected: warms up in the next task, once, unless it begins before that. */
  soon(): void;
  /** A reply has begun: there is nothing left to gain. */
  begun(): void;
}

/** @param run what to warm up */
export function createWarmUp(run: () => void): WarmUp {
  let isDone = false;

  function runOnce(): void {
    if (isDone) return;
    isDone = true;
    run();
  }

  return {
    soon() {
      if (!isDone) inNextTask(() => sheltered(runOnce, undefined, undefined));
    },
    begun() {
      isDone = true;
    },
  };
}

/** Pieces of text, as JSON writes them. */
const WORDS = ['Some', ' `code`', ' and', '\\n\\n', 'more', ' of', ' it.', '\\n'];
/** From here on, engines take longer to run frames than they save with the first ones. */
const FRAMES = 24;

const OPTIONS = { report() {}, rules: null, cleans: () => true, expectsMarkers: () => false };

/** Runs the normalizer of streams. @param repairs ids of the repairs that are on */
export function warmUpStream(repairs: ReadonlySet<string>): void {
  const body = createBodyNormalizer({
    ...OPTIONS,
    contentType: 'text/event-stream',
    isReply: true,
    reportsText: true,
    repairs,
  });
  for (let i = 0; i < FRAMES; i++) body?.push(encodeText(frame(`"content":"${WORDS[i % WORDS.length]}"`, 'null')));
  body?.push(encodeText(frame('', '"stop"')));
  body?.end();
}

/** One frame as OpenAI sends it. @param delta JSON of its fields. @param finish JSON of its finish reason */
function frame(delta: string, finish: string): string {
  return `data: {"id":"warm-up","object":"chat.completion.chunk","created":0,"model":"","choices":[{"index":0,"delta":{${delta}},"finish_reason":${finish}}]}\n\n`;
}
