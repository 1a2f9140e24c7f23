import type { Message } from '../../normalizer/dialects/dialect.ts';
import type { Sightings } from '../sightings.ts';
import { createLife, knows, type Life } from './life-cycle.ts';
import { ENDED_BY_DONE, LIFE_CYCLES, ONLY_HERE } from './life-cycles.ts';

/**
 * The lives of one stream: one for each format in it that has a life cycle.
 * @param earlier returns messages that came before their format was known
 * @param onText receives the pieces of texts that no dialect reads
 */
export function createLives(
  seen: Sightings,
  earlier: () => readonly Message[],
  onText: (channel: string, text: string, reasons: boolean) => void,
) {
  const lives = new Map<string, Life>();

  function begin(id: string): Life | undefined {
    const cycle = LIFE_CYCLES[id];
    if (!cycle) return undefined;
    const life = createLife(cycle, seen, ONLY_HERE.has(id) ? onText : () => {});
    lives.set(id, life);
    // What came before the format was known may be the beginning of its order.
    for (const message of earlier()) if (knows(cycle, message)) life.read(message);
    return life;
  }

  return {
    /** @returns the life of a format; undefined for one without a life cycle */
    of: (id: string): Life | undefined => lives.get(id) ?? begin(id),
    /**
     * Returns whether the reply is over in one of its formats.
     * @param done `[DONE]` arrived
     * @param ended a message said so
     */
    isOver(dialects: ReadonlySet<string>, done: boolean, ended: boolean): boolean {
      return [...dialects].some((id) => {
        if (done && ENDED_BY_DONE.has(id)) return true;
        return lives.get(id)?.isOver() ?? (ended || done);
      });
    },
    /** @param isSure nothing was unread or reported as an error */
    end(isSure: boolean): void {
      for (const life of lives.values()) life.end(isSure);
    },
  };
}
