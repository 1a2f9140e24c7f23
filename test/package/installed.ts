/** The package as installed: built, in a `node_modules` folder of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackage } from '../../src/tools/cli/package.ts';

/** A project that has the package installed, and nothing else. */
export interface Project {
  readonly folder: string;
  /** Writes a file of the project. @returns its path */
  write(name: string, text: string): string;
  remove(): void;
}

export async function createProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-project-'));
  mkdirSync(join(folder, 'node_modules'));
  await buildPackage(join(folder, 'node_modules/stream-fixer'));
  function write(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }
  write('package.json', '{ "type": "module" }\n');
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
