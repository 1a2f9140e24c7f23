import { endOfListedEmoji } from '../text/listed-emoji.ts';
import { MAX_HELD } from '../text/marker-filter.ts';
import type { Marker } from '../text/marker-grammar.ts';

/** A tool call as far as it is known. */
export interface SeenCall {
  readonly emoji: string | null;
  readonly label: string | null;
}

/**
 * Finds faked calls: markers that a model wrote without a tool behind them. A model may write a marker and call the
 * tool as well, before or after, so this is known only at the end of the reply. A server may word the same call
 * differently (Hermes 0.18 and later: `sleep 1 + 1 command`), so one call of a tool accounts for one marker of that
 * tool.
 */
export interface FakedCalls<T extends Marker> {
  /** Records that a tool ran, or may have. Without an emoji of Hermes' own it may have been any. */
  ran(call: SeenCall): void;
  /** The page or a server in between runs its own tools: nothing is certain in this reply. */
  unclear(): void;
  /** Records a marker that the model wrote. */
  wrote(marker: T): void;
  /** Returns whether a marker waits for the end of the reply. */
  waits(): boolean;
  /** The reply has ended. @returns the markers without a tool, in order; none is returned twice */
  settle(): readonly T[];
}

/** Calls and markers remembered; more than any reply has. */
const MAX_REMEMBERED = 500;

export function createFakedCalls<T extends Marker>(): FakedCalls<T> {
  const calls: SeenCall[] = [];
  let written: T[] = [];
  let certain = true;

  function withoutCall(): T[] {
    const left = [...calls];
    const take = (fits: (call: SeenCall) => boolean): boolean => {
      const at = left.findIndex(fits);
      return at !== -1 && left.splice(at, 1).length > 0;
    };
    const others = written.filter((marker) => {
      const tool = toolOf(marker.emoji);
      const names = (call: SeenCall): boolean => call.emoji === tool && call.label === marker.label;
      // Reported twice, it is still one call.
      return !take(names) && !calls.some(names);
    });
    return others.filter(({ emoji }) => {
      const tool = toolOf(emoji);
      return !take((call) => call.emoji === null || call.emoji === tool);
    });
  }

  return {
    ran({ emoji, label }) {
      if (calls.length >= MAX_REMEMBERED) certain = false;
      else calls.push({ emoji: toolOf(emoji), label: label !== null && label.length <= MAX_HELD ? label : null });
    },
    unclear() {
      certain = false;
    },
    wrote(marker) {
      if (written.length < MAX_REMEMBERED) written.push(marker);
    },
    waits: () => written.length > 0,
    settle() {
      const alone = certain ? withoutCall() : [];
      written = [];
      return alone;
    },
  };
}

/**
 * @returns the emoji without its variation selector, which is not always sent; null for emoji of skins, words and empty
 * strings
 */
function toolOf(emoji: string | null): string | null {
  return emoji && endOfListedEmoji(emoji, 0) === emoji.length ? emoji.replace('\uFE0F', '') : null;
}
