import { createBodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { encodeText, inNextTask } from './realm/natives.ts';
import { sheltered } from './transports/shelter.ts';

/** Runs the normalizer once before the first stream of a page needs it. */
export interface WarmUp {
  /** A stream has been opened: warms up in the next task, once, unless the stream begins before that. */
  soon(): void;
  /** A reply has begun: there is nothing left to gain. */
  begun(): void;
}

/** Pieces of text, as JSON writes them. */
const WORDS = ['Some', ' `code`', ' and', '\\n\\n', 'more', ' of', ' it.', '\\n'];
/** From here on, engines take longer to run frames than they save with the first ones. */
const FRAMES = 24;

/**
 * Engines compile a function when it is first called, and the first frames would wait for that: 4 ms in Chromium 156 on
 * a busy machine. An agent usually lets a moment pass between the head of its response and the first word.
 * @param repairs ids of the repairs that are on
 */
export function createWarmUp(repairs: () => ReadonlySet<string>): WarmUp {
  let isDone = false;

  function run(): void {
    if (isDone) return;
    isDone = true;
    const body = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      report() {},
      reportsText: true,
      rules: null,
      cleans: () => true,
      expectsMarkers: () => false,
      repairs: repairs(),
    });
    for (let i = 0; i < FRAMES; i++) body?.push(encodeText(frame(`"content":"${WORDS[i % WORDS.length]}"`, 'null')));
    body?.push(encodeText(frame('', '"stop"')));
    body?.end();
  }

  return {
    soon() {
      if (!isDone) inNextTask(() => sheltered(run, undefined, undefined));
    },
    begun() {
      isDone = true;
    },
  };
}

/** One frame as OpenAI sends it. @param delta its fields, and @param finish the reason, both as JSON */
function frame(delta: string, finish: string): string {
  return `data: {"id":"warm-up","object":"chat.completion.chunk","created":0,"model":"","choices":[{"index":0,"delta":{${delta}},"finish_reason":${finish}}]}\n\n`;
}
