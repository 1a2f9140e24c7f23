/**
 * The texts of the product. They are in `src/public/_locales/<language>/messages.json`, the format
 * that browsers load by themselves: only the files of the browser's language and of English, for
 * anything missing in it.
 */
import { browser } from 'wxt/browser';
import type english from '../public/_locales/en/messages.json';
import { lazy } from '../lib/lazy.ts';

type Catalogue = typeof english;

/** Names a text. */
export type MessageKey = keyof Catalogue;

/**
 * Names a text that depends on a number: there is one for each plural form, such as `x_one` and
 * `x_other`.
 */
export type CountedKey = MessageKey extends infer Key
  ? Key extends `${infer Stem}_other`
    ? Stem
    : never
  : never;

/** What a text has in place of a placeholder; a number is written out as the language does. */
export type Value = string | number;

type PlacesOf<Key extends MessageKey> = Catalogue[Key] extends { readonly placeholders: infer P }
  ? keyof P
  : never;

/** As many values as there are names. */
type Values<Name, Each = Name> = [Name] extends [never]
  ? readonly []
  : Each extends Name
    ? readonly [Value, ...Values<Exclude<Name, Each>>]
    : never;

/** A text without placeholders, or a function for one with them. */
type Text<Key extends MessageKey> = [PlacesOf<Key>] extends [never]
  ? string
  : (...values: Values<PlacesOf<Key>>) => string;

type Counted<Stem extends CountedKey> = (
  count: number,
  ...values: Values<Exclude<PlacesOf<`${Stem}_other`>, 'count'>>
) => string;

/** A name in code: `switch-on` for the end of the key `titles_switch_on`. */
type Dashed<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}-${Dashed<Rest>}`
  : Name;

type Behind<Part extends string, Key extends string> = Key extends `${Part}_${infer Name}`
  ? Name
  : never;

/** The first words of the keys of a part that are the names of parts in it. */
type PartsIn<Part extends string> =
  Behind<Part, MessageKey> extends infer Name
    ? Name extends `${infer First}_${string}`
      ? `${Part}_${First}` extends MessageKey | CountedKey
        ? never
        : First
      : never
    : never;

/** The texts of one part of the product, by what their keys have behind the name of the part. */
export type Words<Part extends string> = {
  readonly [Key in MessageKey as Dashed<Behind<Part, Key>>]: Text<Key>;
} & {
  readonly [Stem in CountedKey as Dashed<Behind<Part, Stem>>]: Counted<Stem>;
} & {
  readonly [Name in PartsIn<Part>]: Words<`${Part}_${Name}`>;
};

const plural = lazy(() => new Intl.PluralRules(language()));
const numbers = lazy(() => new Intl.NumberFormat(language()));
/** That of the file that the browser chose. */
const shown = lazy(() => message('language'));

/** @returns the language that is shown, as a BCP 47 tag */
export function language(): string {
  return shown();
}

/**
 * Writes a whole number from 0 on: "2,000".
 * @returns the same digits below 1000, in all our languages: the first formatter of a process takes
 * 30 ms to set up
 */
export function figure(count: number): string {
  return count < 1000 ? String(count) : numbers().format(count);
}

/** @param values for its placeholders, in order */
export function message(key: MessageKey, ...values: readonly Value[]): string {
  return read(key, values);
}

/**
 * Returns a text in the plural form of a number, or the one for none, if there is one: `x_none`.
 * @param count a whole number from 0 on; written out for the first placeholder
 * @param values for the other placeholders
 */
export function counted(key: CountedKey, count: number, ...values: readonly Value[]): string {
  const all = [count, ...values];
  const none = count === 0 ? read(`${key}_none`, []) : '';
  // Some languages have forms for a million or for fractions that no text of ours needs.
  return none || read(`${key}_${plural().select(count)}`, all) || read(`${key}_other`, all);
}

/** Marks the place of a value. */
const PLACE = '\uE000';
const PLACES = Array.from({ length: 9 }, () => PLACE);

/** Texts that are found in another way, by their names in code. */
type OwnWords = Readonly<Record<string, readonly string[] | ((...values: never) => string)>>;

/**
 * Returns the texts of one part of the product. They are read when they are used: most are never
 * shown.
 */
export function words<const Part extends string, const Own extends OwnWords>(
  part: Part,
  own: Own,
): Own & Omit<Words<Part>, keyof Own>;
export function words<const Part extends string>(part: Part): Words<Part>;
export function words(part: string, own: object = {}): unknown {
  return new Proxy(own, {
    get: (known, name) =>
      typeof name === 'symbol' || name in known
        ? Reflect.get(known, name)
        : find(`${part}_${name.replaceAll('-', '_')}`),
  });
}

/**
 * @returns the texts of a part that are numbered from 0 on.
 * @param values for the placeholders of each
 */
export function numbered(
  part: MessageKey extends infer Key ? (Key extends `${infer Part}_0` ? Part : never) : never,
  ...values: readonly Value[]
): readonly string[] {
  const texts: string[] = [];
  for (
    let text = read(`${part}_0`, values);
    text !== '';
    text = read(`${part}_${texts.length}`, values)
  )
    texts.push(text);
  return texts;
}

function find(key: string): unknown {
  const text = read(key, PLACES);
  if (text.includes(PLACE)) return (...values: readonly Value[]) => read(key, values);
  if (text !== '') return text;
  if (read(`${key}_other`, PLACES) === '') return words(key);
  return (count: number, ...values: readonly Value[]) =>
    counted(key as CountedKey, count, ...values);
}

function read(key: string, values: readonly Value[]): string {
  // WXT declares one overload for each key.
  const { getMessage } = browser.i18n as {
    getMessage(key: string, values?: readonly string[]): string;
  };
  return getMessage(
    key,
    values.map((value) => (typeof value === 'number' ? figure(value) : value)),
  );
}
