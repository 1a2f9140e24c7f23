import { describe, expect, test } from 'vitest';
import words from '../../src/languages/terms.json';
import { wrongIn } from '../support/lists.ts';
import { LANGUAGES, messagesOf, TRANSLATIONS } from '../support/locales.ts';

interface Language {
  readonly terms: readonly Term[];
  /** Texts that are the same in English, besides names. */
  readonly asInEnglish?: readonly string[];
}

interface Term {
  readonly term: string;
  /** Other words for the same thing. */
  readonly never?: string;
}

const WORDS: Readonly<Record<string, Language>> = words;
/** Units, and text that a model writes. */
const SAME_EVERYWHERE = ['$MINUTES$ min $SECONDS$ s', '$HOURS$ h $MINUTES$ min'];
/** Names of products and formats. */
const NAMES = /Stream Fixer|Open WebUI|OpenAI (?:Responses|Chat Completions)/g;
const PLACEHOLDER = /\$\w+\$/g;
/** The language, as a tag. */
const NO_TEXT = ['language', 'name'];

interface Text {
  readonly key: string;
  readonly text: string;
}

interface Pair extends Text {
  readonly english: string;
}

const english = messagesOf('en');

function textsIn(language: string): readonly Text[] {
  return Object.entries(messagesOf(language))
    .filter(([key]) => !NO_TEXT.includes(key))
    .map(([key, { message }]) => ({ key, text: message }));
}

/** Each text beside the English one; plural forms that English lacks, beside its form for many. */
function pairs(language: string): readonly Pair[] {
  return textsIn(language).map(({ key, text }) => {
    const beside = english[key] ?? english[key.replace(/_[a-z]+$/, '_other')];
    return { key, text, english: beside?.message ?? '' };
  });
}

/** What is wrong, as "key: text"; empty if nothing is. */
function listed(list: readonly Text[]): string[] {
  return list.map(({ key, text }) => `${key}: ${text}`);
}

/** Keys of texts that have plural forms, without the form. */
const COUNTED = Object.keys(english)
  .filter((key) => key.endsWith('_other'))
  .map((key) => key.replace(/_other$/, ''));

/**
 * The plural forms that whole numbers in our texts have; Spanish and French have one more for whole
 * millions.
 */
function formsOf(language: string): readonly string[] {
  const plural = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1001 }, (_, count) => plural.select(count)))];
}

function keysFor(language: string): readonly string[] {
  const counted = COUNTED.flatMap((stem) => formsOf(language).map((form) => `${stem}_${form}`));
  const plain = Object.keys(english).filter(
    (key) => !COUNTED.some((stem) => [`${stem}_one`, `${stem}_other`].includes(key)),
  );
  return [...plain, ...counted].toSorted();
}

/** As "count=$1", except for a count: "1" may be spelled out, or left to the noun. */
function placesOf(language: string, key: string): readonly string[] {
  const { placeholders = {} } = messagesOf(language)[key] ?? {};
  return Object.entries(placeholders)
    .map(([name, { content }]) => `${name}=${content}`)
    .filter((place) => place !== 'count=$1');
}

function figures(text: string): readonly string[] {
  return text.match(/\d+/g) ?? [];
}

/**
 * Is each number of the English text there? Additional one-digit ones are allowed: some languages
 * write a number for English "a".
 */
function hasFigures({ text, english: beside }: Pair): boolean {
  const left = [...figures(text)];
  for (const figure of figures(beside)) {
    const at = left.indexOf(figure);
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.every((figure) => figure.length === 1);
}

/** The final character of a text, whichever marks its script has. */
function ending(text: string): string {
  const end = text.replace(/[”»」』)）]+$/, '').slice(-1);
  return { '。': '.', '？': '?' }[end] ?? (/[.?…]/.test(end) ? end : '');
}

/** Quotes around code stay as they are in code. */
function withoutCode(text: string): string {
  return text.replace(/"(?:[a-z_]+|[^"]*[{}[\]:=][^"]*)"/g, '');
}

test('English has every text that the code names', () => {
  expect(Object.keys(english).length).toBeGreaterThan(500);
  expect(COUNTED.length).toBeGreaterThan(20);
});

describe.each(LANGUAGES)('%s', (language) => {
  test('names its language', () => {
    expect(messagesOf(language).language?.message).toBe(language);
  });

  test('has all texts in all its plural forms, and no others', () => {
    expect(Object.keys(messagesOf(language)).toSorted()).toEqual(keysFor(language));
  });

  test('every placeholder is declared as in English, and used', () => {
    const wrong = Object.entries(messagesOf(language)).filter(
      ([key, { message, placeholders = {} }]) => {
        const used = new Set(
          (message.match(PLACEHOLDER) ?? []).map((place) => place.slice(1, -1).toLowerCase()),
        );
        const beside = key in english ? key : key.replace(/_[a-z]+$/, '_other');
        return (
          used.size !== Object.keys(placeholders).length ||
          Object.keys(placeholders).some((name) => !used.has(name)) ||
          placesOf(language, key).join() !== placesOf('en', beside).join()
        );
      },
    );

    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test('no text is empty, has outer blanks, or contains what no person would write', () => {
    const texts = textsIn(language);

    expect(
      listed(texts.filter(({ text }) => text === '' || text !== text.trim() || / {2}/.test(text))),
    ).toEqual([]);
    expect(
      listed(texts.filter(({ text }) => /undefined|NaN|\[object|Infinity/.test(text))),
    ).toEqual([]);
  });

  test('no text shouts', () => {
    expect(listed(textsIn(language).filter(({ text }) => /[!！¡]/.test(text)))).toEqual([]);
  });

  test('apostrophes and quotes are typographic, except around code', () => {
    expect(listed(textsIn(language).filter(({ text }) => /["']/.test(withoutCode(text))))).toEqual(
      [],
    );
  });

  test('a name on a button or switch is one line', () => {
    expect(listed(textsIn(language).filter(({ text }) => text.includes('\n')))).toEqual([]);
  });
});

describe.each(TRANSLATIONS)('%s', (language) => {
  test('no text was left in English', () => {
    const left = pairs(language).filter(
      ({ text, english: beside }) =>
        text === beside &&
        /\p{L}{2}/u.test(beside.replace(NAMES, '').replace(PLACEHOLDER, '')) &&
        ![...(WORDS[language]?.asInEnglish ?? []), ...SAME_EVERYWHERE].includes(beside),
    );

    expect(
      listed(left),
      'if it is a word of that language, too: "asInEnglish" in src/languages/terms.json',
    ).toEqual([]);
  });

  test('numbers are the same', () => {
    expect(listed(pairs(language).filter((pair) => !hasFigures(pair)))).toEqual([]);
  });

  test('a single sentence stays one, and a step that follows is announced', () => {
    // In Japanese a question may have no question mark.
    const other = pairs(language).filter(
      ({ text, english: beside }) =>
        ending(text) !== ending(beside) && !(language === 'ja' && ending(beside) === '?'),
    );

    expect(listed(other)).toEqual([]);
  });

  test('short texts stay short enough for a button, long ones do not double', () => {
    const long = pairs(language).filter(
      ({ text, english: beside }) =>
        text.length >
        (beside.length <= 16 && !beside.endsWith('.') ? 30 : beside.length * 1.7 + 16),
    );

    expect(listed(long)).toEqual([]);
  });
});

test('every exception is still needed', () => {
  const same = new Map(
    TRANSLATIONS.map((language) => [
      language,
      pairs(language)
        .filter(({ text, english: beside }) => text === beside)
        .map(({ text }) => text),
    ]),
  );

  for (const [language, { asInEnglish = [] }] of Object.entries(WORDS))
    expect(asInEnglish.filter((text) => !same.get(language)?.includes(text))).toEqual([]);
  expect(
    SAME_EVERYWHERE.filter((text) => ![...same.values()].some((texts) => texts.includes(text))),
  ).toEqual([]);
});

test('every language has its terms', () => {
  expect(wrongIn('src/languages/terms.json', Object.keys(WORDS), LANGUAGES)).toEqual([]);
});

describe.each(LANGUAGES)('in %s one thing has one name', (language) => {
  const texts = textsIn(language);

  test.each(WORDS[language]?.terms ?? [])('$term', ({ term, never }) => {
    expect(texts.some(({ text }) => new RegExp(term).test(text))).toBe(true);
    expect(
      listed(texts.filter(({ text }) => never && new RegExp(never).test(text))),
      `say ${term}, never ${never} (src/languages/terms.json)`,
    ).toEqual([]);
  });
});

test('French has a narrow no-break space before high punctuation marks and inside quotes', () => {
  expect(
    listed(
      textsIn('fr').filter(({ text }) =>
        /[^\u202f][?;:»](?:\s|$)|«[^\u202f]/.test(withoutCode(text)),
      ),
    ),
  ).toEqual([]);
});

test.each(['zh-CN', 'ja'])('%s uses the punctuation of its script', (language) => {
  expect(
    listed(
      textsIn(language).filter(({ text }) =>
        /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][,;:.?(]/u.test(text),
      ),
    ),
  ).toEqual([]);
});

test('no two languages describe the extension alike', () => {
  const descriptions = LANGUAGES.map((language) => messagesOf(language).description?.message);

  expect(new Set(descriptions).size).toBe(LANGUAGES.length);
});
