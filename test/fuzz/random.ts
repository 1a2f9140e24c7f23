import { FULL } from '../support/speed.ts';

/** Pseudo-random numbers that are the same for the same seed. */
export interface Random {
  /** @returns a whole number from 0 to `limit` - 1 */
  below(limit: number): number;
  /** @returns a whole number from `from` to `to`, both included */
  between(from: number, to: number): number;
  /** @returns true once in `times`, on average */
  oneIn(times: number): boolean;
  /** @param list not empty */
  pick<T>(list: readonly T[]): T;
  /** @returns that many characters of `alphabet` */
  letters(count: number, alphabet?: string): string;
}

/**
 * The same with every run, so that a change is judged by what it changes; `FUZZ_SEED=random` looks
 * for more. The message of a failure gives the seed, and `FUZZ_SEED=<seed>` repeats the run.
 */
export const SEED: number = seedOf(process.env.FUZZ_SEED ?? '');

function seedOf(asked: string): number {
  return asked === 'random' ? 1 + Math.floor(Math.random() * 999_999_999) : Number(asked) || 1;
}

/**
 * How many times as many cases there are: `FUZZ_TIMES=40`, for which a night has the time. `npm
 * test` has fewer.
 */
export const TIMES: number = Number(process.env.FUZZ_TIMES) || (FULL ? 1 : 0.2);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * @param label names the test, so that no two get the same numbers
 * @param turn the case of that test: each can be made without those before it
 */
export function createRandom(label: string, turn: number): Random {
  let state = (SEED ^ Math.imul(turn + 1, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < label.length; i++)
    state = Math.imul(state ^ label.charCodeAt(i), 0x01000193) >>> 0;

  /** mulberry32 (Tommy Ettinger, public domain). @returns a number from 0 up to 1 */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function below(limit: number): number {
    return Math.floor(next() * limit);
  }

  function pick<T>(list: readonly T[]): T {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    oneIn: (times) => below(times) === 0,
    pick,
    letters(count, alphabet = LETTERS) {
      let text = '';
      for (let i = 0; i < count; i++) text += alphabet.charAt(below(alphabet.length));
      return text;
    },
  };
}
