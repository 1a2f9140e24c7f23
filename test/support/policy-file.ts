/** A policy in a folder of the machine, where browsers look for it. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findBrowser } from '../../src/tools/browsers/find.ts';

export interface PolicyFile {
  /** Folders that do not exist yet are made. */
  write(text: string): void;
  /** Removes the file. */
  remove(): void;
  /**
   * Removes the file, and the folders that were made for it. Called at the end of this process as
   * well.
   */
  leaveAsFound(): void;
}

/** The folder of policies for the Chromium that the tests use: each brand has its own. */
export function chromiumPolicies(): string {
  const program = basename(findBrowser('chromium') ?? '');
  const brand = /^(?:google-)?chrome/.test(program)
    ? 'opt/chrome'
    : /^ms|^microsoft-/.test(program)
      ? 'opt/edge'
      : null;
  return `/etc/${brand ?? 'chromium'}/policies/managed`;
}

/** @returns whether this process may write there, or may make the folder */
export function mayWrite(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  if (!existsSync(folder)) return folder !== dirname(folder) && mayWrite(dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function createPolicyFile(folder: string, name: string): PolicyFile {
  const file = join(folder, name);
  /** The folders that were not there before, the innermost first. */
  const made: string[] = [];

  function makeFolder(path: string): void {
    if (existsSync(path)) return;
    makeFolder(dirname(path));
    mkdirSync(path);
    made.unshift(path);
  }

  function remove(): void {
    rmSync(file, { force: true });
  }

  function leaveAsFound(): void {
    process.off('exit', leaveAsFound);
    remove();
    for (const path of made.splice(0)) if (readdirSync(path).length === 0) rmdirSync(path);
  }

  return {
    write(text) {
      process.off('exit', leaveAsFound).once('exit', leaveAsFound);
      makeFolder(folder);
      writeFileSync(file, text);
    },
    remove,
    leaveAsFound,
  };
}
