/** The programs of docs/package.md, in a project that has the package installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createProject, type Project } from './installed.ts';

const root = resolve(import.meta.dirname, '../..');
export const PAGE = readFileSync(join(root, 'docs/package.md'), 'utf8').replaceAll('\r', '');

/** Each program of the page, and the output that the page claims. */
export const EXAMPLES = [
  ...PAGE.matchAll(/## ([^\n]+)\n(?:(?!\n## )[^])*?```js\n([^]*?)```\n\n```text\n([^]*?)```/g),
].map(([, title = '', code = '', output = '']) => [title, code, output] as const);

/** @returns a project for them, with the packages that they use */
export async function createExamples(): Promise<Project> {
  const project = await createProject();
  for (const name of ['openai', 'undici', '@types/node']) {
    const place = join(project.folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'junction');
  }
  return project;
}

/** What they do not use. */
const MORE = `
import { Agent } from 'undici';
import { chunks, fixDispatch, normalize, type Progress } from 'stream-fixer';
import { diagnose, diagnosisText } from 'stream-fixer/doctor';
new Agent().compose(fixDispatch({ onProgress: (progress: Progress) => void progress.status }));
const text: string = diagnosisText(await diagnose(normalize(new Response(''))));
for await (const chunk of chunks<string>(new Response(text))) chunk.trim();
// @ts-expect-error They are no numbers: types that are missing would be any.
const wrong: number = fixDispatch();
export { wrong };
`;

const REQUIRED = `
import cleaning = require('stream-fixer');
import doctor = require('stream-fixer/doctor');
export const text: string = doctor.diagnosisText.name;
export const fixed: cleaning.Fetch = cleaning.fixFetch();
`;

/**
 * Checks their types as strictly as can be.
 * @param compiler `tsc` of some version.
 * @returns what it says
 */
export function checkTypes({ folder, write }: Project, compiler: string): string {
  const files = [...EXAMPLES.map(([, code]) => code), MORE].map((code, i) =>
    write(`example-${i}.ts`, code),
  );
  // As programs read them that are no modules.
  files.push(write('required.cts', REQUIRED));
  const strict = '--strict --exactOptionalPropertyTypes --skipLibCheck false --noEmit --types node';
  const target = '--module node16 --target es2022';
  const args = [compiler, ...`${strict} ${target}`.split(' '), ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}
