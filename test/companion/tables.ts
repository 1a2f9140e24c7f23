/** The companion is one file, so it contains the tables that it shares with the extension. */
import OUTCOMES from '../../src/normalizer/tables/outcomes.json' with { type: 'json' };
import SECRETS from '../../src/normalizer/tables/secrets.json' with { type: 'json' };

const BLOCK = /^# TABLES$[\s\S]*?^# \/TABLES$/m;

/** Returns the source of the companion with the tables as they are now. */
export function withTables(source: string): string {
  const tables = `{"outcomes":${rows(OUTCOMES)},"secrets":${rows(SECRETS)}}`;
  const block = [
    '# TABLES',
    '# Those of src/normalizer/tables; `UPDATE_TABLE=1 npm run test:one -- companion/tables` writes them.',
    'TABLES = json.loads(r"""',
    `${tables}""")`,
    '# /TABLES',
  ].join('\n');
  return source.replace(BLOCK, () => block);
}

/** JSON with a line for each row of a table. */
function rows(value: object): string {
  const members = Object.entries(value).map(([key, rows]) => {
    const lines = Array.isArray(rows) ? rows.map((row) => `\n  ${JSON.stringify(row)}`) : null;
    return `\n ${JSON.stringify(key)}: ${lines ? `[${lines.join(',')}]` : JSON.stringify(rows)}`;
  });
  return `{${members.join(',')}}`;
}
