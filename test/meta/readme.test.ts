import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadedBy } from '../support/import-graph.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const development = doc('development.md');
const { scripts: programs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const scripts = Object.keys(programs);
/** Everything that somebody reads. */
const PAGES = globSync(['*.md', 'docs/*.md', 'store/*.md', 'test/clients/*.md'], { cwd: root });

function doc(name: string): string {
  return readFileSync(join(root, 'docs', name), 'utf8');
}

/** The lines of one section of the page for developers, without its heading. */
function section(title: string): string[] {
  const [, body = ''] = development.split(`\n## ${title}\n`);
  return body.split('\n## ')[0]?.split('\n') ?? [];
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);
}

test('the docs describe every folder of the sources, and no other', () => {
  const described = section('How it works').flatMap(
    (line) => /^\| `((?:src|entrypoints|test)[\w/-]*)`/.exec(line)?.[1] ?? [],
  );

  expect(described.toSorted()).toEqual([...foldersIn('src'), 'entrypoints', 'test'].toSorted());
});

test.each(scripts)('the docs name the command %s', (script) => {
  const command = script === 'test' ? 'npm test' : `npm run ${script}`;

  expect(section('Commands').join('\n').replace('run --silent', 'run')).toContain(command);
});

test('no command that the README or the docs name is unknown, or hands TypeScript to any Node', () => {
  for (const text of [readme, contributing, ...docs.map(doc)]) {
    const named = [...text.matchAll(/`npm (?:run (?:--silent )?)?([\w:]+)/g)].map(
      ([, name]) => name ?? '',
    );
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
    expect(text.match(/\bnode [^`]*\.ts\b/g)).toBeNull();
  }
});

/** @returns the sources of a command of ours, as one text; null if its program is another's */
function sourcesOf(script: string): string | null {
  const [, program] = /setup\.mjs ((?:src|test)\/\S+\.ts)$/.exec(programs[script] ?? '') ?? [];
  if (program === undefined) return null;
  const read = new Set<string>();
  const queue = [program];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    queue.push(...loadedBy(file));
  }
  return [...read].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

/** @returns the options that a line names for commands of ours, with the commands that it names */
function optionsIn(line: string): {
  readonly named: readonly string[];
  readonly options: readonly string[];
} {
  const spans = [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const named = spans.flatMap(
    (span) => /^npm (?:run (?:--silent )?)?([\w:]+)/.exec(span)?.[1] ?? [],
  );
  const given = spans.flatMap((span) => /^(?:npm .*? )?-- (.*)$/.exec(span)?.[1] ?? []);
  return { named, options: given.flatMap((words) => words.match(/--[a-z][a-z-]*/g) ?? []) };
}

test('every option that the README or the docs name is one of the command beside it', () => {
  const lines = PAGES.flatMap((page) => readFileSync(join(root, page), 'utf8').split('\n')).map(
    optionsIn,
  );
  const unknown: string[] = [];
  // A list below a command goes on with its options.
  let last: readonly string[] = [];
  const sources = new Map<string, string | null>();
  for (const { named, options } of lines) {
    if (named.length > 0) last = named;
    if (options.length === 0) continue;
    for (const name of last) if (!sources.has(name)) sources.set(name, sourcesOf(name));
    const texts = last.map((name) => sources.get(name) ?? null);
    for (const option of options)
      if (
        !texts.some(
          (code) =>
            code === null || new RegExp(`${option}\\b|\\b${option.slice(2)}: \\{`).test(code),
        )
      )
        unknown.push(`${last.join(', ')}: ${option}`);
  }

  expect(lines.flatMap(({ options }) => options).length).toBeGreaterThan(10);
  expect(unknown).toEqual([]);
});

test('the README is one screen, and leads to every page of the docs', () => {
  expect(readme.length).toBeLessThan(7000);
  expect(docs.filter((name) => !readme.includes(`](docs/${name})`))).toEqual([]);
});

test.each(PAGES)('every file and folder that %s names is there', (page) => {
  const named = [
    ...readFileSync(join(root, page), 'utf8').matchAll(/`((?:src|test|entrypoints)\/[\w./-]+)`/g),
  ].map(([, path]) => path ?? '');

  expect(named.filter((path) => !path.includes('NAME') && !existsSync(join(root, path)))).toEqual(
    [],
  );
});

/** The anchor that a heading gets. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

test.each(PAGES)('every picture, file and heading that %s links is there', (page) => {
  const links = [
    ...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)]+)\)|<img src="([^"]+)"/g),
  ]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((link) => !/^https?:/.test(link));

  const missing = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(root, page) : join(root, page, '..', path);
    if (!existsSync(file)) return true;
    return (
      anchor !== undefined &&
      !readFileSync(file, 'utf8')
        .split('\n')
        .some((line) => /^#+ /.test(line) && anchorOf(line.replace(/^#+ /, '')) === anchor)
    );
  });

  expect(missing).toEqual([]);
});

test('every place that the docs name under "Where to add what" is there', () => {
  const names = section('Where to add what').flatMap((line) =>
    [...line.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name ?? ''),
  );
  const tops = readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const files = tops.flatMap((top) =>
    statSync(join(root, top)).isDirectory()
      ? [
          top,
          ...readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map(
            (file) => `${top}/${file}`,
          ),
        ]
      : [top],
  );

  expect(names.length).toBeGreaterThan(6);
  expect(
    names.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`))),
  ).toEqual([]);
});

test('every way in which a page can notice us has its compliance test', () => {
  const tests = doc('what-a-page-can-notice.md')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('- ')) return [];
      const named = [...line.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(
        ([, name]) => name ?? '',
      );
      return named.length > 0 ? named : [`no test named in: ${line}`];
    });

  expect(tests.length).toBeGreaterThan(3);
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every check that the security policy names is there', () => {
  const policy = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [...policy.matchAll(/`(test\/[\w./-]+)`/g)].map(([, name]) => name ?? '');

  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
