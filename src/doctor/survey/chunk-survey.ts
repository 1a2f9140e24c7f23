import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { createTally, type Counted } from '../tally.ts';
import { readError } from './reported-errors.ts';
import { readSigns, type Server } from './servers.ts';
import type { TextWatch } from './text-watch.ts';

/** What the chunks of a chat reveal. */
export interface ChunkSurvey {
  read(chunk: Record<string, unknown>): void;
  /** @returns the servers that show in them */
  servers(): Iterable<Server>;
  finishReasons(): readonly Counted[];
}

/** @param onError called with the words of an error that only a finish reason tells of */
export function createChunkSurvey(texts: TextWatch, onError: (words: string) => void): ChunkSurvey {
  const servers = new Map<string, Server>();
  const finishReasons = createTally();

  function readServers(chunk: Record<string, unknown>): void {
    for (const server of readSigns(chunk)) {
      const known = servers.get(server.name);
      if (!known || (known.version === null && server.version !== null)) servers.set(server.name, server);
    }
  }

  return {
    read(chunk) {
      readServers(chunk);
      for (const [i, choice] of arrayOf(chunk.choices).entries()) {
        if (!isObject(choice)) continue;
        const said = choice.delta ?? choice.message;
        const reasoning = isObject(said) ? firstString(said, 'reasoning_content', 'reasoning') : null;
        if (reasoning) texts.read(`reasoning ${i}`, reasoning, true);
        if (typeof choice.finish_reason !== 'string') continue;
        finishReasons.add(choice.finish_reason);
        if (choice.finish_reason === 'error' && readError({ event: null, json: chunk }, true) === null)
          onError('an error without words');
      }
    },
    servers: () => servers.values(),
    finishReasons: finishReasons.counts,
  };
}
