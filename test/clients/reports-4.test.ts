import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { diagnosed } from '../doctor/diagnosed.ts';
import { ALL_CLIENTS } from './all-clients.ts';
import type { Call } from './client.ts';
import { isAsked, judge } from './verdict.ts';

// Public reports, rebuilt from their facts, and sound streams as servers document them. What is
// right was decided from the report, before anything here read it: `cases.json` and `sound.json`
// say so.

const FOLDER = new URL('../recordings/reports-4/', import.meta.url);

interface Case {
  readonly file: string;
  readonly report: string;
  readonly right: string;
  /** It must find something, or nothing; or both are right, perhaps depending on the readers. */
  readonly doctor?: 'find' | 'clear' | 'any' | 'readers';
  /** What the first finding must and must not say. */
  readonly first?: string;
  readonly notFirst?: string;
  /** Words that must appear. */
  readonly says?: string;
  /** What a reader must show, if it is a chat. */
  readonly text?: string;
  readonly calls?: readonly Call[];
  /** The page must get every byte. */
  readonly same?: true;
}

interface Sound {
  readonly file: string;
  readonly server: string;
  /** Ids of findings that are true of a named reader. */
  readonly known?: string;
}

type Outcome = 'helped' | 'told' | 'left alone' | 'missed' | 'accused';

function listOf<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly T[];
}

function diagnosedAt(path: string): Diagnosis {
  return diagnosed(path, readFileSync(new URL(path, FOLDER)));
}

function framesOf(body: Uint8Array): Uint8Array[] {
  const text = Buffer.from(body);
  const ends: number[] = [];
  for (let at = text.indexOf('\n\n'); at !== -1; at = text.indexOf('\n\n', at + 2))
    ends.push(at + 2);
  return [...ends, body.length]
    .map((end, i) => body.subarray(ends[i - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
}

function cleaned(frames: readonly Uint8Array[], repairs: ReadonlySet<string>): Uint8Array[] {
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    repairs,
  });
  if (!normalizer) throw new Error('no normalizer');
  const out = frames.flatMap((frame) => normalizer.push(frame).map((bytes) => bytes.slice()));
  return [...out, normalizer.end()].filter(({ length }) => length > 0);
}

/** The clients that read a chat rightly: as it came, with the default repairs, and with all. */
async function readers({ file, text = '', calls }: Case): Promise<readonly (readonly string[])[]> {
  const { body } = readResponse(readFileSync(new URL(`cases/${file}`, FOLDER)));
  const isChat = Buffer.from(body).includes('"chat.completion.chunk"');
  const wanted = { what: file, repair: '', body, text, ...(calls && { calls }) };
  const frames = framesOf(body);
  const all = [frames, cleaned(frames, DEFAULT_REPAIRS), cleaned(frames, ALL_REPAIRS)];
  const rights: string[][] = [];
  // One after another: some of them need properties of the global object.
  for (const reads of all) {
    const right: string[] = [];
    for (const client of isChat ? ALL_CLIENTS : []) {
      if (client.format !== 'chat' || !isAsked(wanted, client)) continue;
      if (judge(wanted, client, await client.read(reads, 'text/event-stream')) === 'ok')
        right.push(client.name);
    }
    rights.push(right);
  }
  return rights;
}

function isTold({ first, notFirst, says }: Case, { findings, errors }: Diagnosis): boolean {
  const [found] = findings;
  const all = `${findings.map(({ defect }) => defect).join()} ${errors.map(({ name }) => name).join()}`;
  return (
    found !== undefined &&
    (first === undefined || new RegExp(first, 'i').test(`${found.defect} ${found.id}`)) &&
    (notFirst === undefined || !found.defect.includes(notFirst)) &&
    (says === undefined || all.includes(says))
  );
}

const counts: Partial<Record<Outcome, number>> = {};
const CASES = listOf<Case>('cases.json');
const SOUND = listOf<Sound>('sound.json');

test.each(CASES.map((one) => [one.file, one.right, one] as const))(
  '%s: %s',
  async (file, _, one) => {
    const diagnosis = diagnosedAt(`cases/${file}`);
    const found = diagnosis.findings.length > 0;
    const [before = [], ...after] = one.text !== undefined || one.calls ? await readers(one) : [];
    for (const right of after)
      expect(before.filter((client) => !right.includes(client))).toEqual([]);
    if (one.same) expect(diagnosis.isUnchanged).toBe(true);

    const isHelped = (after[0]?.length ?? 0) > before.length;
    let outcome: Outcome = found ? 'told' : 'left alone';
    if (one.doctor === 'clear' && found) outcome = 'accused';
    else if (isHelped || (one.doctor === undefined && !diagnosis.isUnchanged)) outcome = 'helped';
    else if (one.doctor === 'find' && !isTold(one, diagnosis)) outcome = 'missed';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    expect(['missed', 'accused']).not.toContain(outcome);
  },
);

test.each(SOUND.map((one) => [one.file, one.server, one] as const))(
  'sound: %s, as %s documents it',
  (file, _, { known }) => {
    const { findings, isUnchanged } = diagnosedAt(`sound/${file}`);
    const surprises = findings.filter(
      ({ id, allowed, breaks }) =>
        allowed === null || breaks.length === 0 || !(known ?? '').split('|').includes(id),
    );
    expect(surprises).toEqual([]);
    expect(isUnchanged).toBe(!findings.some(({ repaired }) => repaired === 'always'));
  },
);

afterAll(() => {
  expect(counts).toEqual({ helped: 8, told: 42, 'left alone': 9 });
});
