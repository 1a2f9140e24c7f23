/** Reads the catalogues of words: every text with its place, functions filled with sample values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import type { SyntaxNode } from './syntax-tree.ts';
import type { Language } from '../../src/languages/language.ts';

const FOLDER = join(import.meta.dirname, '../../src/languages');
/** Beside the catalogues. */
const HELPERS = ['formats'];

export interface Text {
  /** Such as `healing.trouble.gone`. */
  readonly place: string;
  readonly text: string;
}

type Kind = 'number' | 'string' | 'boolean' | 'string[]';

/** Names of all catalogues of a language, sorted. */
export function featuresOf(language: Language): readonly string[] {
  return readdirSync(join(FOLDER, language))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !HELPERS.includes(name))
    .toSorted();
}

/** @returns what a catalogue exports as its words */
export async function wordsOf(language: Language, feature: string): Promise<unknown> {
  const module = (await import(`../../src/languages/${language}/${feature}.ts`)) as Readonly<Record<string, unknown>>;
  const [words, ...others] = Object.entries(module).filter(([name]) => name.endsWith('Words'));
  if (!words || others.length > 0)
    throw new Error(`${language}/${feature}.ts exports ${others.length + (words ? 1 : 0)} catalogues in place of one.`);
  return words[1];
}

/** What is at each place: `text`, or how many values a function takes. */
export function shapeOf(words: unknown, place: string): Readonly<Record<string, string>> {
  if (typeof words === 'string') return { [place]: 'text' };
  if (typeof words === 'function') return { [place]: 'function' };
  return Object.assign({}, ...entriesOf(words).map(([key, value]) => shapeOf(value, `${place}.${key}`))) as Record<
    string,
    string
  >;
}

/**
 * @param round another round takes other values
 * @returns every text of a catalogue; the values of functions are taken from the types in the English one
 */
export function textsOf(words: unknown, feature: string, round = 0): readonly Text[] {
  const kinds = kindsOf(feature);
  function read(value: unknown, place: string): readonly Text[] {
    if (typeof value === 'string') return [{ place, text: value }];
    if (typeof value === 'function')
      return read((value as (...values: unknown[]) => unknown)(...samples(kinds, place, round)), `${place}()`);
    return entriesOf(value).flatMap(([key, inner]) => read(inner, `${place}.${key}`));
  }
  return read(words, feature);
}

/** Values that are put in by samples; in Greek letters, which no catalogue has. */
export const SAMPLE = /Ω[αβγδε]+/g;
const NUMBERS = [
  [23, 37, 41, 59, 67],
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [12_345, 23_456, 34_567, 45_678, 56_789],
] as const;
export const ROUNDS: readonly number[] = NUMBERS.map((_, round) => round);

function samples(kinds: ReadonlyMap<string, readonly Kind[]>, place: string, round: number): unknown[] {
  const wanted = kinds.get(place.replaceAll('()', ''));
  if (!wanted) throw new Error(`${place}: nothing is known of the values it takes.`);
  return wanted.map((kind, i) => {
    if (kind === 'number') return NUMBERS[round]?.[i] ?? i;
    if (kind === 'boolean') return round % 2 === 0;
    const text = `Ω${'αβγδε'[i]}`;
    return kind === 'string' ? text : [`${text}α`, `${text}β`];
  });
}

/** The kinds of values that the functions of an English catalogue take, by place. */
function kindsOf(feature: string): ReadonlyMap<string, readonly Kind[]> {
  const file = `${feature}.ts`;
  const program = parseSync(file, readFileSync(join(FOLDER, 'en', file), 'utf8')).program as unknown as {
    readonly body: readonly SyntaxNode[];
  };
  const kinds = new Map<string, readonly Kind[]>();
  const declared = new Map<unknown, SyntaxNode>();
  for (const node of program.body)
    if (node.type === 'FunctionDeclaration') declared.set((node.id as SyntaxNode).name, node);

  function read(node: SyntaxNode, place: string): void {
    const value = node.type === 'Identifier' ? (declared.get(node.name) ?? node) : node;
    if (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionDeclaration') {
      kinds.set(
        place,
        (value.params as readonly SyntaxNode[]).map((param) => kindOf(param, place)),
      );
      const body = value.body as SyntaxNode;
      if (body.type === 'ObjectExpression') read(body, place);
    }
    if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression')
      read(value.expression as SyntaxNode, place);
    if (value.type !== 'ObjectExpression') return;
    for (const property of value.properties as readonly SyntaxNode[]) {
      const key = property.key as SyntaxNode;
      read(property.value as SyntaxNode, `${place}.${String(key.name ?? key.value)}`);
    }
  }

  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? (node.declaration as SyntaxNode | null) : null;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations as readonly { readonly init: SyntaxNode }[]) read(init, feature);
  }
  return kinds;
}

const KINDS: Readonly<Record<string, Kind>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
};

function kindOf(param: SyntaxNode, place: string): Kind {
  const type = (param.typeAnnotation as { readonly typeAnnotation: SyntaxNode } | null)?.typeAnnotation;
  const kind = type && KINDS[type.type];
  if (kind) return kind;
  if (type?.type === 'TSTypeOperator') return 'string[]';
  throw new Error(`${place}: texts are made of numbers and strings.`);
}

function entriesOf(words: unknown): readonly (readonly [string, unknown])[] {
  return typeof words === 'object' && words !== null ? Object.entries(words) : [];
}
