import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Those that `npm test` runs, in order. All tests outside the folders of the others are of `unit`.
 */
const PROJECTS = ['pure', 'unit', 'meta', 'fuzz', 'compliance', 'e2e'];
/**
 * Folders of the project `pure`: their tests neither replace a global or a module nor choose a
 * language, so all of them share a process. With one each, they take twice the processor time.
 */
export const PURE_FOLDERS = [
  'chat-uis',
  'clients',
  'companion',
  'doctor',
  'lib',
  'normalizer',
  'rules',
  'tools/cli',
  'tools/demo',
];
/** In these folders, but not pure: they replace a module, or a variable of the process. */
export const NOT_PURE = [
  'test/normalizer/open-webui/text-part.test.ts',
  'test/tools/demo/servers/server-process.test.ts',
];
/** These need real servers: `npm run test:real`. */
const REAL = 'real';

/**
 * @param args for vitest: parts of file names, then options
 * @returns the projects with a test file named like one of them; all of them if there are only
 * options
 */
export function projectsOf(args: readonly string[]): string[] {
  const options = args.findIndex((arg) => arg.startsWith('-'));
  // As vitest reads them: anywhere in the path, in any case, perhaps with a line.
  const names = args
    .slice(0, options === -1 ? args.length : options)
    .map((name) => name.replace(/^\.\//, '').replace(/:\d+$/, '').toLowerCase());
  if (names.length === 0) return PROJECTS;
  const found = new Set(
    allPaths()
      .filter((file) => names.some((name) => file.toLowerCase().includes(name)))
      .map(projectOf),
  );
  return PROJECTS.filter((project) => found.has(project));
}

/** A test file, as from the root of the repository. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** @returns the test files of a project, with their sources */
export function filesOf(project: string): TestFile[] {
  return allPaths()
    .filter((path) => projectOf(path) === project)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function allPaths(): string[] {
  return globSync('test/**/*.test.{ts,tsx}', { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
}

function projectOf(file: string): string {
  const folder = file.split('/')[1] ?? '';
  if (PURE_FOLDERS.some((pure) => file.startsWith(`test/${pure}/`)) && !NOT_PURE.includes(file))
    return 'pure';
  return folder === REAL || PROJECTS.includes(folder) ? folder : 'unit';
}
