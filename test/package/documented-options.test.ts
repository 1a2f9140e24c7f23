import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  chunks,
  cleanRequest,
  createNormalizer,
  fixDispatch,
  fixFetch,
  normalize,
  normalizer,
  socketNormalizer,
} from '../../src/package/stream-fixer.ts';

const VALUES: Readonly<Record<string, unknown>> = {
  isHermes: true,
  repairs: {},
  contentType: 'text/plain',
  writtenCalls: true,
};

type Use = (options: object) => unknown;

const FUNCTIONS: Readonly<Record<string, Use>> = {
  normalize: (options) => normalize(new Response('x'), options),
  chunks: (options) => chunks(Response.json({}), options).next(),
  normalizer,
  createNormalizer,
  socketNormalizer,
  fixFetch,
  fixDispatch,
  cleanRequest: (options) => cleanRequest('{}', options),
};

const NAMES = Object.keys(FUNCTIONS);

/**
 * Rows of the table of options in docs/package.md: the names of an option and of the functions that
 * take it.
 */
const ROWS = readFileSync(resolve(import.meta.dirname, '../../docs/package.md'), 'utf8')
  .split('| option | of | what it does |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((row) => {
    const [, name = '', of = ''] = row.split(' | ', 2).join('|').split('|');
    const named = [...of.matchAll(/`(\w+)`/g)].map(([, one]) => one!);
    const isAll = of.startsWith('all');
    return [
      /\w+/.exec(name)![0],
      NAMES.filter((one) => (isAll ? !named.includes(one) : named.includes(one))),
    ] as const;
  });

async function isTaken(use: Use, options: object): Promise<boolean> {
  try {
    await use(options);
    return true;
  } catch (error) {
    expect(String(error)).toContain('There is no option');
    return false;
  }
}

test.each(ROWS)('the option %s is of those functions that its row names', async (option, of) => {
  const options = { [option]: VALUES[option] ?? (() => {}) };
  const taken: string[] = [];
  for (const name of NAMES) if (await isTaken(FUNCTIONS[name]!, options)) taken.push(name);

  expect(taken).toEqual(of);
});

test('every option has a row', () => {
  const names = /There are: (.*)\./;
  const told = NAMES.flatMap((name) => {
    if (name === 'chunks') return [];
    try {
      return FUNCTIONS[name]!({ none: 1 });
    } catch (error) {
      return names.exec(String(error))![1]!.split(', ');
    }
  });

  expect(ROWS.map(([name]) => name).toSorted()).toEqual([...new Set(told)].toSorted());
});
