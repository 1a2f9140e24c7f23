/** What can be said on the command line of `npm run test:real`. */

export interface RealOptions {
  /** Releases of Open WebUI; empty for the usual ones. */
  readonly versions: readonly string[];
  /** For vitest, such as part of a file name. */
  readonly rest: readonly string[];
}

/**
 * @param args what follows the program's name
 * @returns null where `--version` names no release
 */
export function readOptions(args: readonly string[]): RealOptions | null {
  const versions: string[] = [];
  const rest: string[] = [];
  const all = args.flatMap((arg) => (arg.startsWith('--version=') ? ['--version', arg.slice('--version='.length)] : [arg]));
  while (all.length > 0) {
    const arg = all.shift() ?? '';
    if (arg !== '--version') {
      rest.push(arg);
      continue;
    }
    const version = all.shift() ?? '';
    if (!/^\d+\.\d+\.\d+$/.test(version)) return null;
    versions.push(version);
  }
  return { versions, rest };
}
