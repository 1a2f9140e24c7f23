import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import REASONS from '../../src/normalizer/tables/reasons.json' with { type: 'json' };
import { createI18n, PSEUDO, pseudo } from '../support/i18n.ts';
import { messagesOf, speak } from '../support/locales.ts';
import { nameOf, nodesIn, programOf, walk, type SyntaxNode } from '../support/syntax-tree.ts';

const SRC = join(import.meta.dirname, '../../src');
/** Keys that the manifest names. */
const NAMED_ELSEWHERE = ['description'];

const english = messagesOf('en');

/** A call of `message` or `counted` with a literal key. */
interface Call {
  readonly file: string;
  readonly keys: readonly string[];
  /** How many values are passed to the text. */
  readonly values: number;
}

const files = ['', '../entrypoints']
  .flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file));

function calls(): readonly Call[] {
  const found: Call[] = [];
  for (const file of files) {
    walk(programOf(readFileSync(join(SRC, file), 'utf8'), file), (node) => {
      const name = node.type === 'CallExpression' ? nameOf(node.callee) : '';
      if (name !== 'message' && name !== 'counted') return;
      const [key, ...values] = nodesIn(node.arguments);
      const keys = key
        ? textsIn(key).map((text) => (name === 'counted' ? `${text}_other` : text))
        : [];
      if (keys.length > 0) found.push({ file, keys, values: values.length });
    });
  }
  return found;
}

function textsIn(node: SyntaxNode): string[] {
  const found: string[] = [];
  walk(node, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string') found.push(value);
  });
  return found;
}

/**
 * Every word of the sources that may name a text: keys, and names in code, also as `texts[kind]`,
 * and of a table.
 */
function written(): ReadonlySet<string> {
  const found = new Set<string>(REASONS.map(({ kind }) => kind));
  for (const file of files)
    walk(programOf(readFileSync(join(SRC, file), 'utf8'), file), ({ type, value, name }) => {
      if (type === 'Literal' && typeof value === 'string') found.add(value);
      if (type === 'Identifier' && typeof name === 'string') found.add(name);
    });
  return found;
}

test('every text gets as many values as it has placeholders', () => {
  const all = calls();
  const wrong = all.filter(({ keys, values }) =>
    keys.some((key) => {
      const places = Object.values(english[key]?.placeholders ?? {}).map(({ content }) =>
        Number(content.slice(1)),
      );
      return key.endsWith('_other') ? Math.max(1, ...places) !== values : places.length !== values;
    }),
  );

  expect(all.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

/** `x` of `x_other` and of `x_0`. */
function partOf(key: string): string {
  return key.replace(/_(?:none|one|other|\d)$/, '');
}

/** `open-webui` of `dialects_open_webui`. */
function dashed(key: string): string {
  return key.replace(/^[^_]+_/, '').replaceAll('_', '-');
}

test('every text is used', () => {
  const used = written();
  const left = Object.keys(english).filter(
    (key) =>
      !NAMED_ELSEWHERE.includes(key) &&
      // The name of the key itself, or that which a part has for it.
      ![key, partOf(key), /[^_]+$/.exec(key)?.[0] ?? '', dashed(key)].some((name) =>
        used.has(name),
      ),
  );

  expect(used.has('scanningTitle') && !used.has('nobodyNamesThis')).toBe(true);
  expect(left).toEqual([]);
});

test("none of our code reads the browser's language itself: texts, numbers and dates are in one", () => {
  const reading = files.filter((file) =>
    /navigator\.language|getUILanguage/.test(readFileSync(join(SRC, file), 'utf8')),
  );

  expect(reading).toEqual([]);
});

test.each([
  ['en', 'Clean stored chats', 'en', '2,000 tools'],
  ['de', 'Gespeicherte Chats bereinigen', 'de', '2.000 Tools'],
  ['es', 'Limpiar chats guardados', 'es', '2000 herramientas'],
  ['fr', 'Nettoyer les chats enregistrés', 'fr', '2\u202f000 outils'],
  ['zh-CN', '清理已保存的聊天', 'zh-CN', '2,000 个工具'],
  ['ja', '保存済みのチャットをクリーンアップ', 'ja', 'ツール 2,000 件'],
  ['pt', 'Clean stored chats', 'en', '2,000 tools'],
  [PSEUDO, '⟦Cléán stóréd cháts······⟧', 'en', '⟦2,000 tóóls····⟧'],
])(
  'if the browser chooses %s, texts and numbers are in one language',
  async (asked, title, tag, tools) => {
    await speak(asked);
    const { language } = await import('../../src/languages/messages.ts');
    const { healingTexts } = await import('../../src/healing/texts.ts');
    const { badgeTexts } = await import('../../src/badges/texts.ts');

    expect([healingTexts.title, language(), badgeTexts.tools(2000)]).toEqual([title, tag, tools]);
  },
);

test('the texts of a part are found by what their keys have behind its name', async () => {
  await speak('de');
  const { numbered, words } = await import('../../src/languages/messages.ts');
  const popup = words('popup', { how: (name: string) => name });
  const { stored, companion } = popup;

  expect([popup.off, stored.privateTab]).toEqual([
    'Aus.',
    messagesOf('de').popup_stored_privateTab?.message,
  ]);
  expect(companion.titles['switch-on']).toBe(
    messagesOf('de').popup_companion_titles_switch_on?.message,
  );
  expect([popup.setUp('a.example'), popup.stopped(2), popup.how('own')]).toEqual([
    'Von der Administration für a.example eingerichtet.',
    messagesOf('de').popup_stopped_other?.message.replace('$COUNT$', '2'),
    'own',
  ]);
  expect([words('settings').ownCount(0), words('settings').ownCount(1000)]).toEqual([
    messagesOf('de').settings_ownCount_none?.message,
    '1.000 eigene Einstellungen',
  ]);
  expect(numbered('popup_companion_removal')).toEqual([
    messagesOf('de').popup_companion_removal_0?.message,
    messagesOf('de').popup_companion_removal_1?.message,
  ]);
});

test('a plural form without a text uses the one for many', async () => {
  await speak('es');
  const { counted } = await import('../../src/languages/messages.ts');

  expect(new Intl.PluralRules('es').select(1_000_000)).toBe('many');
  expect(counted('counts_reportedCalls', 1_000_000)).toBe('1.000.000 llamadas notificadas');
});

test('the fake browser fills placeholders as browsers do, and refuses to leave one empty', () => {
  const one = {
    message: '$A$ of $B$, $$',
    placeholders: { a: { content: '$2' }, b: { content: '$1' } },
  };
  const { getMessage } = createI18n({ one }, { two: { message: 'x' } });

  expect(getMessage('one', ['first', '$A$'])).toBe('$A$ of first, $');
  expect(() => getMessage('one', ['first'])).toThrow('there is no value for $A$');
  expect([getMessage('two'), getMessage('three')]).toEqual(['x', '']);
  expect(pseudo({ getMessage: () => 'Undo' }).getMessage('x')).toBe('⟦Úndó··⟧');
});
