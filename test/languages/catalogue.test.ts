import { describe, expect, test } from 'vitest';
import { TRANSLATIONS, type Language, type Translation } from '../../src/languages/language.ts';
import { featuresOf, ROUNDS, SAMPLE, shapeOf, textsOf, wordsOf } from '../support/catalogues.ts';

/** Texts that are the same in English and elsewhere, beside names. */
const SAME: Readonly<Record<Translation, readonly string[]>> = {
  de: ['Tool', 'Badges', 'Frames', 'Browser', 'Version Ωα', 'Streams', 'Socket', 'Frame 23', 'Fixture'],
  es: ['Inspector', 'emoji', 'Socket', 'Fixture'],
  fr: ['Badges', 'Sections', 'Site', 'Sites', 'Version Ωα', 'Socket', 'Fixture'],
  'zh-CN': [],
  ja: [],
};
/** Units, and what a model writes. */
const SAME_EVERYWHERE = ['Ωα min Ωβ s', 'Ωα h Ωβ min', '⏰ list'];
/** Where a name says it all. */
const EMPTY = ['settings.names.badgeStay.about', 'settings.names.badgePlace.about'];
/** Names of products and formats. */
const NAMES =
  /Stream Fixer|Open WebUI|OpenAI (?:Responses|Chat Completions)|AG-UI|AnythingLLM|Dify|Hugging Face chat-ui|KoboldCpp|LibreChat|LobeHub|Ollama/g;

const features = featuresOf('en');

interface Pair {
  readonly place: string;
  readonly english: string;
  readonly text: string;
}

async function pairs(language: Translation, round = 0): Promise<readonly Pair[]> {
  const all: Pair[] = [];
  for (const feature of features) {
    const english = textsOf(await wordsOf('en', feature), feature, round);
    const texts = new Map(
      textsOf(await wordsOf(language, feature), feature, round).map(({ place, text }) => [place, text]),
    );
    all.push(...english.map(({ place, text }) => ({ place, english: text, text: texts.get(place) ?? '' })));
  }
  return all;
}

async function allTexts(
  language: Language,
  round = 0,
): Promise<readonly { readonly place: string; readonly text: string }[]> {
  const all = await Promise.all(
    features.map(async (feature) => textsOf(await wordsOf(language, feature), feature, round)),
  );
  return all.flat();
}

/** What is wrong, as "place: text"; nothing where all is well. */
function told(list: readonly { readonly place: string; readonly text: string }[]): string[] {
  return list.map(({ place, text }) => `${place}: ${text}`);
}

/** Figures, without what parts thousands. */
function figures(text: string): readonly string[] {
  return text.replace(/(?<=\d)[,.\s](?=\d{3}(?!\d))/g, '').match(/\d+/g) ?? [];
}

/** Is each figure of the English text told? More of one digit may come: some languages count what English calls "a". */
function hasFigures({ text, english }: Pair): boolean {
  const left = [...figures(text)];
  for (const figure of figures(english)) {
    const at = left.indexOf(figure);
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.every((figure) => figure.length === 1);
}

function samplesIn(text: string): string {
  return (text.match(SAMPLE) ?? []).toSorted().join(' ');
}

/** What a text ends with, whichever marks its script has. */
function ending(text: string): string {
  const end = text.replace(/[”»」』)）]+$/, '').slice(-1);
  return { '。': '.', '？': '?' }[end] ?? (/[.?…]/.test(end) ? end : '');
}

/** Quotes around code stay as code has them. */
function withoutCode(text: string): string {
  return text.replace(/"(?:[a-z_]+|[^"]*[{}[\]:=][^"]*)"/g, '');
}

test('there are catalogues', () => {
  expect(features).toContain('healing');
  expect(features.length).toBeGreaterThan(5);
});

describe.each(['en', ...TRANSLATIONS] as const)('%s', (language) => {
  test('no text is empty, in blanks, or holds what no person wrote', async () => {
    for (const round of ROUNDS) {
      const texts = await allTexts(language, round);

      expect(
        told(
          texts.filter(
            ({ place, text }) => (text === '') !== EMPTY.includes(place) || text !== text.trim() || / {2}/.test(text),
          ),
        ),
      ).toEqual([]);
      expect(told(texts.filter(({ text }) => /undefined|NaN|\[object|Infinity/.test(text)))).toEqual([]);
    }
  });

  test('no text shouts', async () => {
    expect(told((await allTexts(language)).filter(({ text }) => /[!！¡]/.test(text)))).toEqual([]);
  });

  test('apostrophes and quotes are those of print, but around code', async () => {
    expect(told((await allTexts(language)).filter(({ text }) => /["']/.test(withoutCode(text))))).toEqual([]);
  });

  test('a name on a button or switch is one line', async () => {
    expect(told((await allTexts(language)).filter(({ text }) => text.includes('\n')))).toEqual([]);
  });
});

describe.each(TRANSLATIONS)('%s', (language) => {
  test('every feature is there', () => {
    expect(featuresOf(language)).toEqual(features);
  });

  test.each(features)('%s has the same texts and functions as in English', async (feature) => {
    expect(shapeOf(await wordsOf(language, feature), feature)).toEqual(shapeOf(await wordsOf('en', feature), feature));
  });

  test('no text was left in English', async () => {
    const left = (await pairs(language)).filter(
      ({ text, english }) =>
        text === english &&
        /\p{L}{2}/u.test(english.replace(NAMES, '').replace(SAMPLE, '')) &&
        ![...SAME[language], ...SAME_EVERYWHERE].includes(english),
    );

    expect(told(left)).toEqual([]);
  });

  test('what is put in comes out, and figures are the same', async () => {
    const all = await pairs(language);

    expect(told(all.filter(({ text, english }) => samplesIn(text) !== samplesIn(english)))).toEqual([]);
    expect(told(all.filter((pair) => !hasFigures(pair)))).toEqual([]);
  });

  test('a sentence stays one, and a step that follows is announced', async () => {
    const all = await pairs(language);

    // A question can be told by its words alone in Japanese.
    expect(
      told(
        all.filter(
          ({ text, english }) => ending(text) !== ending(english) && !(language === 'ja' && ending(english) === '?'),
        ),
      ),
    ).toEqual([]);
  });

  test('what is short stays short enough for a button, what is long does not double', async () => {
    const long = (await pairs(language)).filter(
      ({ text, english }) =>
        text.length > (english.length <= 16 && !english.endsWith('.') ? 30 : english.length * 1.7 + 16),
    );

    expect(told(long)).toEqual([]);
  });
});

test('every exception is still needed', async () => {
  const same = new Map<Translation, readonly string[]>();
  for (const language of TRANSLATIONS) {
    const texts = (await pairs(language)).filter(({ text, english }) => text === english).map(({ text }) => text);
    same.set(language, texts);
    expect(SAME[language].filter((text) => !texts.includes(text))).toEqual([]);
  }

  expect(SAME_EVERYWHERE.filter((text) => ![...same.values()].some((texts) => texts.includes(text)))).toEqual([]);
});

/** One thing has one name: the other word that might be taken for it. */
const OTHER_NAMES: readonly (readonly [Translation, RegExp])[] = [
  ['de', /Werkzeug|Unterhaltung|Markierung/],
  ['es', /marcadores (?:de herramienta|y eventos|de respuesta|de chat)|conversaci/],
  ['fr', /discussion|conversation|balise/],
  ['zh-CN', /对话(?:内容|记录)/],
];

test.each(OTHER_NAMES)('in %s one thing has one name', async (language, other) => {
  expect(told((await allTexts(language)).filter(({ text }) => other.test(text)))).toEqual([]);
});

test('the French put a blank before high marks', async () => {
  expect(told((await allTexts('fr')).filter(({ text }) => /[^\s\d][?;:](?:\s|$)/.test(withoutCode(text))))).toEqual([]);
});

test.each(['zh-CN', 'ja'] as const)('%s has the marks of its script', async (language) => {
  expect(
    told(
      (await allTexts(language)).filter(({ text }) => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][,;.?]/u.test(text)),
    ),
  ).toEqual([]);
});
