import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const FILES = readdirSync(join(root, 'src/hook'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/hook/${name}`);
/** What takes a dictionary: natives that are constructed, and these functions. */
const TAKES_ONE =
  /\b(?:new Native\w+|new Text\w+|new MessageEvent|defineProperty|addListener|removeListener|decodeText|getReader)\(/g;
/** Locals and fields that are handed to one. */
const IS_ONE =
  /\bas (?:PropertyDescriptor|\w*Init|TextDecod\w+|QueuingStrategy|UnderlyingByteSource|ProxyHandler<\w+>)\b|: (?:PropertyDescriptor|\w*Init|UnderlyingByteSource)\b[^=(){}]*(?:\{[^}]*\})?[^=(){}]*= \{/g;

/** @returns the literals that are handed over directly in the call that begins before `at` */
function literalsIn(source: string, at: number): string[] {
  const literals: string[] = [];
  let depth = 1;
  for (let i = at; i < source.length && depth > 0; i++) {
    const unit = source[i];
    if (unit === '{' && depth === 1 && !/(?:=>|\)|: \w+)\s*$/.test(source.slice(at, i)))
      literals.push(source.slice(i, i + 40));
    if (unit === '(' || unit === '{' || unit === '[') depth++;
    if (unit === ')' || unit === '}' || unit === ']') depth--;
  }
  return literals;
}

/** A page may put any name on Object.prototype, and a native would read it. */
test.each(FILES)('%s hands natives no dictionary with a prototype', (file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const handed = [...source.matchAll(TAKES_ONE)].flatMap(({ index, 0: call }) =>
    literalsIn(source, index + call.length),
  );
  const named = [...source.matchAll(IS_ONE)].flatMap(({ index, 0: found }) => {
    const open = found.endsWith('{') ? index + found.length - 1 : source.lastIndexOf('{', index);
    return /\} as /.test(source.slice(index - 3, index + 4)) || found.endsWith('{')
      ? [source.slice(open, open + 40)]
      : [];
  });

  expect([...handed, ...named].filter((literal) => !/^\{\s*__proto__: null/.test(literal))).toEqual(
    [],
  );
});

test.each([
  ['new NativeResponse(stream, { status: 200 })', 1],
  ['new NativeResponse(stream, { __proto__: null, status: 200 } as ResponseInit)', 0],
  ["defineProperty(init, 'body', { value: body })", 1],
  ['new NativePromise((resolve) => { resolve(); })', 0],
])('the check sees what %s is', (code, count) => {
  const [call] = code.matchAll(TAKES_ONE);
  const found = literalsIn(code, (call?.index ?? 0) + (call?.[0].length ?? 0));

  expect(found.filter((literal) => !/^\{\s*__proto__: null/.test(literal))).toHaveLength(count);
});
