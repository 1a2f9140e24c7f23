import { REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import type { BeforeAfter } from './before-after.ts';
import type { Client } from './client.ts';
import type { Defect } from './defects.ts';
import { VERDICTS } from './verdict.ts';

/** A defect, and its results in the clients. */
export interface Row {
  readonly defect: Defect;
  readonly results: readonly BeforeAfter[];
}

interface Part {
  readonly title: string;
  isOf(client: Client): boolean;
}

const PARTS: readonly Part[] = [
  {
    title: 'Chat chunks, libraries',
    isOf: ({ format, kind }) => format === 'chat' && kind === 'library',
  },
  {
    title: 'Chat chunks, chat pages',
    isOf: ({ format, kind }) => format === 'chat' && kind === 'page',
  },
  { title: 'Lines of Ollama', isOf: ({ format }) => format === 'ollama' },
  { title: 'Events of AG-UI', isOf: ({ format }) => format === 'ag-ui' },
];

const HEAD = `# Clients before and after

How clients read defective streams as they are sent, and after the normalizer has repaired them. \`table.test.ts\` runs all
of this and fails if the page is out of date; with \`UPDATE_TABLE=1\` in its environment it rewrites the page. A new defect is
one entry in \`defects.ts\`.

- The libraries are the packages from npm, in the versions of \`package.json\`. Those that only deliver events (fetch-event-source,
  eventsource-parser, sse.js) are used by the smallest possible page: it parses all data, and reads chunks like the example in
  OpenAI's guide to function calling. \`openai\` is used in the same way. sse.js gets a small XMLHttpRequest, not a browser's.
- No chat page runs here: the way each reads a stream is reimplemented from its source, on the library it uses (\`openai\` for
  LobeHub and Hollama, fetch-event-source for NextChat).
- Before: a client gets one frame with each read, so that it meets the defect only. After: the bytes reach the normalizer all
  at once, by frames, and in chunks of 1, 7 and 100 bytes; all results must be the same.
`;

/** @returns the page, as Markdown */
export function writePage(rows: readonly Row[]): string {
  const notes = notesOf(rows);
  const verdicts = Object.entries(VERDICTS).map(([name, meaning]) => `| ${name} | ${meaning} |`);
  return [
    HEAD,
    'A cell says `before → after`, or one word if both are the same. –: not tested, as the client supports no calls, or shows no\nerrors. A repair of a legal stream is off by default; in its row it is on. Each cell is the same with all repairs on.\n',
    ['| | |', '| --- | --- |', ...verdicts].join('\n') + '\n',
    ...PARTS.map((part) => writePart(part, rows, notes)),
    ...(notes.length > 0
      ? [`## Notes\n\n${notes.map((note, i) => `${i + 1}. ${note}`).join('\n')}\n`]
      : []),
  ].join('\n');
}

function notesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ defect: { left } }) => (left ? [leftNote(left)] : [])))];
}

function leftNote({ reason }: NonNullable<Defect['left']>): string {
  return `Not repaired: ${reason}.`;
}

function writePart({ title, isOf }: Part, rows: readonly Row[], notes: readonly string[]): string {
  const own = rows.flatMap(({ defect, results }) => {
    const shown = results.filter(({ client }) => isOf(client));
    return shown.length > 0 ? [{ defect, shown }] : [];
  });
  const clients = own[0]?.shown.map(({ client }) => client.name) ?? [];
  const lines = own.map(({ defect, shown }) => {
    const { what, left } = defect;
    const cells = shown.map(
      (result) =>
        cell(result) +
        (left?.clients.includes(result.client.name) ? mark(notes, leftNote(left)) : ''),
    );
    return [what, repairedBy(defect), ...cells];
  });
  const table = [
    ['defect', 'repaired by', ...clients],
    ['---', '---', ...clients.map(() => '---')],
    ...lines,
  ];
  return `## ${title}\n\n${table.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function repairedBy({ repair }: Defect): string {
  const known = REPAIRS.find(({ id }) => id === repair);
  return known ? `\`${repair}\`${known.stream === 'legal' ? ' (legal stream)' : ''}` : repair;
}

function cell({ before, after }: BeforeAfter): string {
  if (before === null || after === null) return '–';
  return before === after ? after : `${before} → ${after}`;
}

function mark(notes: readonly string[], note: string): string {
  return ` (${notes.indexOf(note) + 1})`;
}
