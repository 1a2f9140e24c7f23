/** The command-line options of `npm run test:real`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface RealOptions {
  /** Releases of Open WebUI; empty for the usual ones. */
  readonly versions: readonly string[];
  /** Every generation of Open WebUI, one release after another. */
  readonly all: boolean;
  /** Nothing but the chat pages. */
  readonly pages: boolean;
  /** For vitest, such as part of a file name. */
  readonly rest: readonly string[];
}

const FLAG = { type: 'boolean' } as const;
const OPTIONS = { version: { type: 'string', multiple: true }, all: FLAG, pages: FLAG } as const;

/**
 * @param args the arguments after the program's name
 * @returns null if `--version` names no release, or is combined with `--all`
 */
export function readOptions(args: readonly string[]): RealOptions | null {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const versions = (values.version ?? []).map(String);
  const all = values.all !== undefined;
  if (versions.some((version) => !/^\d+\.\d+\.\d+$/.test(version)) || (all && versions.length > 0))
    return null;
  const ours = tokens.filter(
    (token) => token.kind === 'option' && Object.hasOwn(OPTIONS, token.name),
  );
  const read = new Set(
    ours.flatMap((token) => [
      token.index,
      ...('inlineValue' in token && token.inlineValue === false ? [token.index + 1] : []),
    ]),
  );
  return {
    versions,
    all,
    pages: values.pages !== undefined,
    rest: args.filter((_arg, index) => !read.has(index)),
  };
}

/**
 * The companion's own tests run in the Python of the first release.
 * @param programs where its programs are
 */
export function usePython(programs: string): void {
  process.env.STREAM_FIXER_PYTHON ??= join(
    programs,
    process.platform === 'win32' ? 'python.exe' : 'python',
  );
}
