/** Finds the regular expressions of a source, and those that a long text can make slow. */
import { analyse } from 'scslre';
import LABELS from '../../src/normalizer/tables/hermes-labels.json' with { type: 'json' };
import { nameOf, programOf, walk } from './syntax-tree.ts';

/** A regular expression in JavaScript syntax. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * @returns the literals of a source in JavaScript or TypeScript, and how many expressions it builds
 * at run time
 */
export function patternsIn(
  code: string,
  file: string,
): { readonly literals: Pattern[]; readonly made: number } {
  const literals: Pattern[] = [];
  let made = 0;
  walk(programOf(code, file), (node) => {
    const { regex } = node as { regex?: { readonly pattern: string; readonly flags: string } };
    if (regex) literals.push({ source: regex.pattern, flags: regex.flags });
    if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      nameOf(node.callee) === 'RegExp'
    )
      made++;
  });
  return { literals, made };
}

/**
 * @param code a source in Python whose expressions are compiled once, from raw strings and
 * constants
 * @returns these in JavaScript syntax, sticky if they are tried at only one position
 * @throws if one is written in another way
 */
export function pythonPatternsIn(code: string): Pattern[] {
  // Of secrets it has the expressions of mask.ts, which are checked there, for texts of a few
  // thousand characters.
  code = code.replace(/^# Secrets, as in mask\.ts[^]*?^(?=RUN = )/m, '');
  // Those of characters are joined of a table, and are checked in command-text.ts.
  code = code.replace(/^# Characters by their kinds[^]*?^(?=# Kinds of named characters)/m, '');
  // Those of calls are of the table of outcomes, and are checked in call-input.ts.
  code = code.replace(
    /^# Tools that run commands\.[^]*?^(?=# The emoji of the inline markers)/m,
    '',
  );
  // Those of files are of a table, and are checked in media-lines.ts.
  code = code.replace(/^[A-Z_]+ = re\.compile\(MEDIA\["[a-z]+"\].*\)$/gm, '');
  // So are those of reasons, and are checked in reason.ts; and those of models, in evidence.ts.
  code = code.replace(/^REASONS = .*$/m, '');
  code = code.replace(/^[A-Z_]+ = re\.compile\(TABLES\["vendors"\]\["[a-z]+"\].*\)$/gm, '');
  const constants = new Map<string, string>();
  if (code.includes(EMOJI)) constants.set('EMOJI', LABELS.map(({ emoji }) => emoji).join(''));
  for (const [, name = '', isRaw, isFormatted, value = ''] of code.matchAll(
    /^([A-Z_]+) = (r?)(f?)"(.*)"$/gm,
  )) {
    const text = isRaw ? value : unescaped(value);
    constants.set(name, isFormatted ? formatted(text, constants) : text);
  }
  const compiled = [
    ...code.matchAll(/^([A-Z_]+) = re\.compile\(\s*((?:rf?"(?:[^"\\]|\\.)*"\s*)+)(, re\.M)?\)$/gm),
  ];
  const joined = joinedPatternsIn(code, constants);
  if (compiled.length + (joined.length > 0 ? 1 : 0) !== code.split('re.compile').length - 1)
    throw new Error('an expression is compiled in another way');
  const written = compiled.map(([, name = '', strings = '', lines]): Pattern => {
    const parts = [...strings.matchAll(/r(f?)"((?:[^"\\]|\\.)*)"/g)].map(
      ([, isFormatted, text = '']) => (isFormatted ? formatted(text, constants) : text),
    );
    const source = parts
      .join('')
      .replaceAll('\\Z', '$')
      .replaceAll('\\"', '"')
      .replace(/\\U000([0-9a-f]{5})/g, '\\u{$1}');
    return { source, flags: `u${lines ? 'm' : ''}${code.includes(`${name}.match(`) ? 'y' : ''}` };
  });
  return [...written, ...joined];
}

/** Constants that the companion reads from the table of labels. */
const EMOJI = 'EMOJI = "".join(row["emoji"] for row in TABLES["labels"])\n';
const TABLES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  (
    [
      ['WORDS', 'words'],
      ['ARGUMENTS', 'argument'],
    ] as const
  ).map(([name, key]) => [
    `${name} = {row["emoji"]: row["${key}"] for row in TABLES["labels"] if "${key}" in row}\n`,
    new Map(LABELS.flatMap(({ emoji, [key]: label }) => (label ? [[emoji, label]] : []))),
  ]),
);
/** How it joins them. */
const JOINS = `    fitting = "|".join(
        [f"[{emoji}]{SELECTOR}? (?:{label})" for table in labels for emoji, label in table.items()]
    )
    return re.compile(f"^\`(?!(?:{fitting})\`$)", re.M)
`;

function joinedPatternsIn(code: string, constants: ReadonlyMap<string, string>): Pattern[] {
  if (!code.includes(JOINS)) return [];
  const tables = new Map<string, string>();
  for (const [line, labels] of TABLES) {
    if (!code.includes(line)) throw new Error(`no line ${line}`);
    tables.set(
      line.split(' ', 1)[0]!,
      [...labels]
        .map(([emoji, label]) => `[${emoji}]${constants.get('SELECTOR')}? (?:${label})`)
        .join('|'),
    );
  }
  return [...code.matchAll(/^[A-Z_]+ = marker_without\((.+)\)$/gm)].map(([, names = '']) => {
    const fitting = names.split(', ').map((name) => {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`no table ${name}`);
      return table;
    });
    return { source: `^\`(?!(?:${fitting.join('|')})\`$)`, flags: 'um' };
  });
}

function formatted(text: string, constants: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return found.charAt(0);
    const value = constants.get(name);
    if (value === undefined) throw new Error(`no constant ${name}`);
    return value;
  });
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * @returns which repetition makes an expression take more than linear time, in words; '' if none
 */
export function slowness({ source, flags }: Pattern): string {
  const reports = analyse({ source, flags }).reports;
  return [
    ...new Set(
      reports.map(
        ({ type, character, exponential }) =>
          `${exponential ? 'exponential' : 'quadratic'} (${type}) on many ${JSON.stringify(character.pick)}`,
      ),
    ),
  ].join(', ');
}
