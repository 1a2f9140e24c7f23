import { ALL_REPAIRS, RULE_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
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
  { title: 'Chat chunks, libraries', isOf: ({ format, kind }) => format === 'chat' && kind === 'library' },
  { title: 'Chat chunks, chat pages', isOf: ({ format, kind }) => format === 'chat' && kind === 'page' },
  { title: 'Lines of Ollama', isOf: ({ format }) => format === 'ollama' },
  { title: 'Events of AG-UI', isOf: ({ format }) => format === 'ag-ui' },
];

const HEAD = `# Clients before and after

What clients make of defective streams as they are sent, and of the same bytes as they leave the normalizer. This page
is written by \`table.test.ts\`, which runs all of it and fails when a word here is no longer so; \`UPDATE_TABLE=1\` in its
environment writes the page anew. A new defect is one entry in \`defects.ts\`.

- The libraries are the packages from npm, in the versions of \`package.json\`. Those that only hand on events (fetch-event-source,
  eventsource-parser, sse.js) stand under the smallest page: it parses all data, and reads chunks as the example in OpenAI's
  guide to function calling does. \`openai\` is read in that way, too. sse.js gets a small XMLHttpRequest, not a browser's.
- No chat page runs here: what each does with a stream is written again, after its source, over the library it uses
  (\`openai\` for LobeHub and Hollama, fetch-event-source for NextChat).
- Before, a client gets one frame with each read, so that the defect alone is what it meets. After, the network cuts the
  bytes in front of the normalizer: whole, by frames, into single bytes, sevens and hundreds; all must come to the same.
`;

/** @returns the page, as Markdown */
export function writePage(rows: readonly Row[]): string {
  const notes = notesOf(rows);
  const verdicts = Object.entries(VERDICTS).map(([name, meaning]) => `| ${name} | ${meaning} |`);
  return [
    HEAD,
    'A cell says `before → after`; one word is both. – : nothing is asked, as the client knows no calls, or shows no errors. A repair\nthat is a rule is off where nobody asks for it; in its row it is on.\n',
    ['| | |', '| --- | --- |', ...verdicts].join('\n') + '\n',
    ...PARTS.map((part) => writePart(part, rows, notes)),
    ...(notes.length > 0 ? [`## Notes\n\n${notes.map((note, i) => `${i + 1}. ${note}`).join('\n')}\n`] : []),
  ].join('\n');
}

function notesOf(rows: readonly Row[]): string[] {
  const all = rows.flatMap(({ defect: { why, left } }) => [
    ...(why ? [whyNote(why)] : []),
    ...(left ? [leftNote(left)] : []),
  ]);
  return [...new Set(all)];
}

function whyNote(why: string): string {
  return `No client here stumbles over it: ${why}.`;
}

function leftNote({ reason }: NonNullable<Defect['left']>): string {
  return `Left so: ${reason}.`;
}

function writePart({ title, isOf }: Part, rows: readonly Row[], notes: readonly string[]): string {
  const own = rows.flatMap(({ defect, results }) => {
    const shown = results.filter(({ client }) => isOf(client));
    return shown.length > 0 ? [{ defect, shown }] : [];
  });
  const clients = own[0]?.shown.map(({ client }) => client.name) ?? [];
  const lines = own.map(({ defect, shown }) => {
    const { what, why, left } = defect;
    const cells = shown.map(
      (result) => cell(result) + (left?.clients.includes(result.client.name) ? mark(notes, leftNote(left)) : ''),
    );
    return [`${what}${why ? mark(notes, whyNote(why)) : ''}`, mendedBy(defect), ...cells];
  });
  const table = [['defect', 'what mends it', ...clients], ['---', '---', ...clients.map(() => '---')], ...lines];
  return `## ${title}\n\n${table.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function mendedBy({ repair }: Defect): string {
  if (!ALL_REPAIRS.has(repair)) return repair;
  return RULE_REPAIRS.has(repair) ? `\`${repair}\` (rule)` : `\`${repair}\``;
}

function cell({ before, after }: BeforeAfter): string {
  if (before === null || after === null) return '–';
  return before === after ? after : `${before} → ${after}`;
}

function mark(notes: readonly string[], note: string): string {
  return ` (${notes.indexOf(note) + 1})`;
}
