/** What can be said on the command line of `npm run test:real`. */

export interface RealOptions {
  /** Releases of Open WebUI; empty for the usual ones. */
  readonly versions: readonly string[];
  /** Every generation of Open WebUI, one release after another. */
  readonly all: boolean;
  /** For vitest, such as part of a file name. */
  readonly rest: readonly string[];
}

/**
 * @param args what follows the program's name
 * @returns null where `--version` names no release, or is beside `--all`
 */
export function readOptions(args: readonly string[]): RealOptions | null {
  const versions: string[] = [];
  const rest: string[] = [];
  let everything = false;
  const all = args.flatMap((arg) =>
    arg.startsWith('--version=') ? ['--version', arg.slice('--version='.length)] : [arg],
  );
  while (all.length > 0) {
    const arg = all.shift() ?? '';
    if (arg === '--all') {
      everything = true;
      continue;
    }
    if (arg !== '--version') {
      rest.push(arg);
      continue;
    }
    const version = all.shift() ?? '';
    if (!/^\d+\.\d+\.\d+$/.test(version)) return null;
    versions.push(version);
  }
  return everything && versions.length > 0 ? null : { versions, all: everything, rest };
}
