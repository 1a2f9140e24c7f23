import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { createTally } from '../tally.ts';
import { readError } from './reported-errors.ts';
import { createServerSigns } from './servers.ts';

/**
 * What the chunks of a chat reveal.
 * @param onText receives the pieces of reasoning
 * @param onError called with the words of an error that only a finish reason tells of
 */
export function createChunkSurvey(
  onText: (channel: string, text: string, reasons: boolean) => void,
  onError: (words: string) => void,
) {
  const signs = createServerSigns();
  const finishReasons = createTally();

  return {
    read(chunk: Record<string, unknown>): void {
      signs.read(chunk);
      for (const [i, choice] of arrayOf(chunk.choices).entries()) {
        if (!isObject(choice)) continue;
        const said = choice.delta ?? choice.message;
        const reasoning = isObject(said) ? firstString(said, 'reasoning_content', 'reasoning') : null;
        if (reasoning) onText(`reasoning ${i}`, reasoning, true);
        if (typeof choice.finish_reason !== 'string') continue;
        finishReasons.add(choice.finish_reason);
        if (choice.finish_reason === 'error' && readError({ event: null, json: chunk }, true) === null)
          onError('an error without words');
      }
    },
    /** @returns the servers that show in them */
    servers: signs.servers,
    finishReasons: finishReasons.counts,
  };
}
