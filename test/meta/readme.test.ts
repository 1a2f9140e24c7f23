import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scripts = Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts);

/** The lines of one section, without its heading. */
function section(title: string): string[] {
  const [, body = ''] = readme.split(`\n## ${title}\n`);
  return body.split('\n## ')[0]?.split('\n') ?? [];
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

test('the README describes every folder of the sources, and no other', () => {
  const described = section('How it works').flatMap((line) => /^\| `((?:src|entrypoints|test)[\w/-]*)`/.exec(line)?.[1] ?? []);

  expect(described.toSorted()).toEqual([...foldersIn('src'), 'entrypoints', 'test'].toSorted());
});

test.each(scripts)('the README names the command %s', (script) => {
  const command = script === 'test' ? 'npm test' : `npm run ${script}`;

  expect(readme.replace('run --silent', 'run')).toContain(command);
});

test('every command that the README names runs on any Node: none hands it TypeScript', () => {
  expect(readme.match(/\bnode [^`]*\.ts\b/g)).toBeNull();
});

test('every picture and file that the README links is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '');

  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});

test('every place that the README names under "Where to add what" is there', () => {
  const names = section('Where to add what').flatMap((line) => [...line.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name ?? ''));
  const tops = readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const files = tops.flatMap((top) => (statSync(join(root, top)).isDirectory() ? [top, ...readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`)] : [top]));

  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([]);
});

test('every way in which a page can notice us has its compliance test', () => {
  const tests = section('What a page can notice').flatMap((line) => {
    if (!line.startsWith('- ')) return [];
    const named = [...line.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, name]) => name ?? '');
    return named.length > 0 ? named : [`no test named in: ${line}`];
  });

  expect(tests.length).toBeGreaterThan(3);
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('the README keeps its promise about the top level', () => {
  const visible = readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');

  expect(visible.toSorted()).toEqual(
    ['LICENSE', 'README.md', 'entrypoints', 'package-lock.json', 'package.json', 'src', 'test', 'tsconfig.json', 'wxt.config.ts'].toSorted(),
  );
});
