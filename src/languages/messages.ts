/**
 * The texts of the product. They are in `src/public/_locales/<language>/messages.json`, the format that browsers load
 * by themselves: only the files of the browser's language and of English, for anything missing in it.
 */
import { browser } from 'wxt/browser';
import type english from '../public/_locales/en/messages.json';
import { lazy } from '../lib/lazy.ts';
import { createNumbers } from './numbers.ts';

/** Names a text. */
export type MessageKey = keyof typeof english;

/** Names a text that depends on a number: there is one for each plural form, such as `x_one` and `x_other`. */
export type CountedKey = MessageKey extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never;

/** Texts by their names in code, as far as these are no keys: keys of other parts, and functions for texts with values. */
export interface Keys {
  readonly [name: string]:
    | MessageKey
    | ''
    | readonly MessageKey[]
    | readonly Keys[]
    | Keys
    | ((...values: never) => unknown);
}

/** The names of the texts of one part of the product: `title` for the key `healing_title`. */
type NamesIn<Part extends string> = MessageKey extends infer Key
  ? Key extends `${Part}_${infer Name}`
    ? Name extends `${string}_${string}`
      ? never
      : Name
    : never
  : never;

/** The same with texts in place of keys, and with the other texts of their part. */
export type Words<Part extends string, T> = T extends string
  ? string
  : T extends (...values: never) => unknown
    ? T
    : T extends readonly unknown[]
      ? { readonly [K in keyof T]: Words<never, T[K]> }
      : { readonly [K in keyof T]: Words<`${Part}_${K & string}`, T[K]> } & {
          readonly [K in Exclude<NamesIn<Part>, keyof T>]: string;
        };

const plural = lazy(() => new Intl.PluralRules(language()));
const numbers = lazy(() => createNumbers(language()));
/** That of the file that the browser chose. */
const shown = lazy(() => message('language'));

/** @returns the language that is shown, as a BCP 47 tag */
export function language(): string {
  return shown();
}

/** @param values for its placeholders, in order */
export function message(key: MessageKey, ...values: readonly string[]): string {
  return read(key, values);
}

/**
 * Returns a text in the plural form of a number.
 * @param count a whole number from 0 on; written out for the first placeholder
 * @param values for the other placeholders
 */
export function counted(key: CountedKey, count: number, ...values: readonly string[]): string {
  const all = [numbers().figure(count), ...values];
  // Some languages have forms for a million or for fractions that no text of ours needs.
  return read(`${key}_${plural().select(count)}`, all) || read(`${key}_other`, all);
}

/**
 * Returns the texts of one part of the product by their names: what its keys have behind the name of the part. They are
 * read when they are used: most are never shown.
 * @param keys those with another key, or with values; an object in it is a part of its part. Without a part: all texts
 */
export function words<const Part extends string, const T extends Keys>(part: Part, keys: T): Words<Part, T>;
export function words<const T extends Keys>(keys: T): Words<never, T>;
export function words(part: string | Keys, keys?: Keys): unknown {
  return typeof part === 'string' ? find(part, keys ?? {}) : find('', part);

  function find(path: string, value: Keys[string] | Keys): unknown {
    if (typeof value === 'string') return value && message(value);
    if (typeof value === 'function') return value;
    const texts = Array.isArray(value) ? [] : {};
    for (const [name, inner] of Object.entries(value as Keys))
      Object.defineProperty(texts, name, { enumerable: true, get: () => find(`${path}_${name}`, inner) });
    if (Array.isArray(value)) return texts;
    return new Proxy(texts, {
      get: (own, name) =>
        typeof name === 'symbol' || name in own ? Reflect.get(own, name) : read(`${path}_${name}`, []),
    });
  }
}

function read(key: string, values: readonly string[]): string {
  // WXT declares one overload for each key.
  const { getMessage } = browser.i18n as { getMessage(key: string, values?: readonly string[]): string };
  return getMessage(key, values);
}
