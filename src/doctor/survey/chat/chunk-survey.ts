import { arrayOf, firstString } from '../../../normalizer/dialects/fields.ts';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../../excerpt.ts';
import { createTally } from '../../tally.ts';
import { isFailure } from '../finish-reasons.ts';
import { readError } from '../reported-errors.ts';
import { createServerSigns } from '../servers.ts';

/**
 * Reads what the chunks of a chat reveal.
 * @param onText receives the pieces of reasoning
 * @param onError called with the words of an error that only a finish reason tells of
 */
export function createChunkSurvey(
  onText: (channel: string, text: string, reasons: boolean) => void,
  onError: (words: string) => void,
) {
  const signs = createServerSigns();
  const finishReasons = createTally();

  function read(chunk: Record<string, unknown>): void {
    signs.read(chunk);
    for (const [i, choice] of arrayOf(chunk.choices).entries()) {
      if (!isObject(choice)) continue;
      const said = choice.delta ?? choice.message;
      const reasoning = isObject(said) ? firstString(said, 'reasoning_content', 'reasoning') : null;
      if (reasoning) onText(`reasoning ${i}`, reasoning, true);
      const { finish_reason: reason } = choice;
      if (typeof reason !== 'string') continue;
      finishReasons.add(reason);
      if (isFailure(reason) && readError({ event: null, json: chunk }, true) === null)
        onError(
          reason === 'error'
            ? 'an error without words'
            : `the finish reason "${excerptOf(reason, MAX_NAME)}"`,
        );
    }
  }

  return { read, servers: signs.servers, finishReasons: finishReasons.counts };
}
