/** The companion is one file, so it contains the tables that it shares with the extension. */
import OUTCOMES from '../../src/normalizer/tables/outcomes.json' with { type: 'json' };
import LABELS from '../../src/normalizer/tables/hermes-labels.json' with { type: 'json' };
import HERMES_TOOLS from '../../src/normalizer/tables/hermes-tools.json' with { type: 'json' };
import MEDIA from '../../src/normalizer/tables/media.json' with { type: 'json' };
import REASONS from '../../src/normalizer/tables/reasons.json' with { type: 'json' };
import SECRETS from '../../src/normalizer/tables/secrets.json' with { type: 'json' };
import VENDORS from '../../src/normalizer/tables/vendors.json' with { type: 'json' };
import ENGLISH from '../../src/public/_locales/en/messages.json' with { type: 'json' };
import { isFromRight, kindOf, sideOf } from '../../src/lib/command-text.ts';

const BLOCK = /^# TABLES$[\s\S]*?^# \/TABLES$/m;

/** Returns the source of the companion with the tables as they are now. */
export function withTables(source: string): string {
  const characters = rows(characterKinds());
  const labels = JSON.stringify(LABELS);
  const tables = `{"outcomes":${rows(OUTCOMES)},"labels":${labels},"tools":${JSON.stringify(HERMES_TOOLS)},"secrets":${rows(SECRETS)},"media":${rows(MEDIA)},"vendors":${rows(VENDORS)},"reasons":[${reasons()
    .map((row) => `\n ${JSON.stringify(row)}`)
    .join()}],"characters":${characters}}`;
  const block = [
    '# TABLES',
    '# Those of src/normalizer/tables; `UPDATE_TABLE=1 npm run test:one -- companion/tables` writes them.',
    'TABLES = json.loads(r"""',
    `${tables}""")`,
    '# /TABLES',
  ].join('\n');
  return source.replace(BLOCK, () => block);
}

/** Returns why an agent asks, as the extension says it. */
function reasons(): { pattern: string; text: string }[] {
  return REASONS.map(({ kind, pattern }) => ({
    pattern,
    text: ENGLISH[`approval_reasons_${kind}` as keyof typeof ENGLISH].message,
  }));
}

/** JSON with a line for each row of a table. */
function rows(value: object): string {
  const members = Object.entries(value).map(([key, rows]) => {
    const isList = Array.isArray(rows) && rows.some((row) => typeof row !== 'string');
    const lines = isList ? rows.map((row) => `\n  ${JSON.stringify(row)}`) : null;
    return `\n ${JSON.stringify(key)}: ${lines ? `[${lines.join(',')}]` : JSON.stringify(rows)}`;
  });
  return `{${members.join(',')}}`;
}

/**
 * Returns the ranges of code points of each kind, in hexadecimal, as in a class of a regular
 * expression.
 */
function characterKinds(): Record<string, string> {
  const ranges: Record<string, [first: number, last: number][]> = {};
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const character = String.fromCodePoint(code);
    const direction = isFromRight(character) ? 'from-right' : null;
    const kinds = isSurrogate ? [] : [kindOf(character), sideOf(character), direction];
    for (const kind of kinds) {
      if (kind === null || kind === 'named') continue;
      const known = (ranges[kind] ??= []);
      const last = known.at(-1);
      if (last?.[1] === code - 1) last[1] = code;
      else known.push([code, code]);
    }
  }
  const written = Object.entries(ranges).map(([kind, each]) => [kind, each.map(inHex).join(' ')]);
  return Object.fromEntries(written) as Record<string, string>;
}

function inHex([first, last]: readonly [number, number]): string {
  return first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`;
}
