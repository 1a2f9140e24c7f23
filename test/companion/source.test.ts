import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  COMPANION_DESCRIPTION,
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
  COMPANION_VERSION,
  readFrontMatter,
} from '../../src/companion/source.ts';

test('the source has its version, name and description at its top', () => {
  expect(COMPANION_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFrontMatter(COMPANION_SOURCE, 'title')).toBe(COMPANION_NAME);
  expect(COMPANION_DESCRIPTION.length).toBeGreaterThan(40);
});

test('Open WebUI stores it unchanged: it replaces the paths of old imports wherever it finds these words', () => {
  expect(COMPANION_SOURCE).not.toMatch(/from (?:utils|apps|main|config)/);
  expect(COMPANION_ID).toMatch(/^[a-z_]+$/);
});

test('it needs nothing but the standard library, and what every release of the server has', () => {
  const imported = [...COMPANION_SOURCE.matchAll(/^(?:import|from) (\w+)/gm)].map(
    ([, name]) => name,
  );

  const standard = [
    'asyncio',
    'collections',
    'concurrent',
    'email',
    'hashlib',
    'html',
    'inspect',
    'json',
    're',
    'time',
    'typing',
    'unicodedata',
    'uuid',
    'weakref',
  ];
  expect(imported.toSorted()).toEqual([...standard, 'aiohttp', 'pydantic'].toSorted());
});

test('the front matter is read as Open WebUI reads it', () => {
  const rows: readonly (readonly [content: string, version: string | null])[] = [
    ['"""\ntitle: T\nversion: 1.2.3 \n"""\n', '1.2.3'],
    ['"""\r\nversion: 1.2.3\r\n"""\r\n', '1.2.3'],
    ['"""\n  version:1.2.3\n"""', '1.2.3'],
    ['"""\ntitle: T\n"""\nversion: 1.2.3\n', null],
    ['"""\nversion:\n"""', null],
    ['# version: 1.2.3', null],
    ['\n"""\nversion: 1.2.3\n"""', null],
    ['"""version: 1.2.3"""', null],
    ['', null],
  ];
  for (const [content, version] of rows)
    expect([content, readFrontMatter(content, 'version')]).toEqual([content, version]);
});

test('the documentation names every switch of it', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/using.md'), 'utf8');
  const switches = [...COMPANION_SOURCE.matchAll(/^ +(\w+): .*= Field\($/gm)].map(
    ([, name]) => name!,
  );

  expect(switches).toContain('relay_progress');
  expect(switches.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
