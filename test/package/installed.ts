/** The package as it is once installed: built, in a folder of modules of its own. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPackage } from '../../src/cli/package.ts';

const modules = resolve(import.meta.dirname, '../../node_modules');

/** A project that has the package among its modules, and nothing else but what it asks for. */
export interface Project {
  readonly folder: string;
  /** Writes a file of the project. @returns its path */
  write(name: string, text: string): string;
  remove(): void;
}

export function createProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-project-'));
  mkdirSync(join(folder, 'node_modules'));
  buildPackage(join(folder, 'node_modules/stream-fixer'));
  cpSync(join(modules, 'eventsource-parser'), join(folder, 'node_modules/eventsource-parser'), { recursive: true });
  function write(name: string, text: string): string {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  }
  write('package.json', '{ "type": "module" }\n');
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
