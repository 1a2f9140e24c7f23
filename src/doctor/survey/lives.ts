import type { Message } from '../../normalizer/dialects/dialect.ts';
import type { Sightings } from '../sightings.ts';
import { createCopies } from './copies.ts';
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
  const copies = createCopies(seen);

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
    /**
     * @returns whether a message of a format is known; null or undefined if its format has no life
     * cycle
     */
    read(id: string, message: Message): boolean | null | undefined {
      copies.read(message.json);
      return (lives.get(id) ?? begin(id))?.read(message);
    },
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
