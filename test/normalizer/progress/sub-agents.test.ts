import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createListedSubAgents,
  ended,
  subAgentsIn,
} from '../../../src/normalizer/progress/sub-agents.ts';
import { readRecord, resultOf } from '../../../src/normalizer/progress/record.ts';

const FOLDER = new URL('../../recordings/outcomes/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

test.each<[name: string, subAgents: readonly object[]]>([
  ['delegate', [{ state: 'worked', seconds: 5.1, tokens: 30 }]],
  ['bad', [{ state: 'failed', seconds: 8.28, error: expect.stringMatching(/rate.limit/) }]],
  ['q-bgproc', []],
])('the sub-agents in the record %s', (name, subAgents) => {
  const calls = readRecord(read(`v0.22.2-${name}.record.json`))?.calls ?? [];
  const [receipt] = calls.map((call) => resultOf(call).receipt);
  expect(receipt?.subAgents ?? []).toEqual(subAgents);
});

test.each<[what: string, entry: Record<string, unknown>, subAgent: object]>([
  [
    'had no turns left',
    { status: 'completed', exit_reason: 'max_iterations' },
    { state: 'unknown' },
  ],
  ['was interrupted', { status: 'interrupted' }, { state: 'failed' }],
  ['took too long', { status: 'timeout', error: 'slow' }, { state: 'failed', error: 'slow' }],
  ['is in a state of a future release', { status: 'resting', tokens: 3 }, { state: 'unknown' }],
  ['only claims', { summary: 'All done' }, { state: 'unknown' }],
])('one that %s', (_what, entry, subAgent) => {
  expect(ended(entry)).toEqual(subAgent);
  const result = JSON.stringify({ results: [entry, { status: 'completed' }] });
  expect(subAgentsIn(result, 'delegate_task')).toEqual([subAgent, { state: 'worked' }]);
});

test('results of other tools, and those without parts, have no sub-agents', () => {
  const result = JSON.stringify({ results: [{ task_index: 0, status: 'completed' }] });
  expect(subAgentsIn(result, 'web_search')).toBeNull();
  expect(subAgentsIn(result, null)).toBeNull();
  for (const other of ['{"status": "dispatched", "count": 1}', '{"results": {}}', 'no', '', null])
    expect(subAgentsIn(other, 'delegate_task')).toBeNull();
});

/** Each look at the recorded list: when, in seconds since 1970, and the list. */
const LOOKS = JSON.parse(read('v0.22.2-sub-agents.lists.json')) as readonly {
  readonly at: number;
  readonly list: { readonly data: readonly Record<string, unknown>[] };
}[];
const PARENT = 'api-8dddbbb0eda254c8';
const BEGAN = LOOKS[0]!.at;

/** @param change of the sessions in the list */
function looks(
  change: (session: Record<string, unknown>, at: number) => object = (session) => session,
  parents: readonly (string | null)[] = [null, PARENT],
) {
  const listed = createListedSubAgents();
  return LOOKS.map(({ at, list }) => {
    const data = list.data.map((session) => change(session, at));
    return listed.read(JSON.stringify({ ...list, data }), parents, at - BEGAN, at);
  });
}

test('the recorded list tells how many messages a sub-agent has while it runs', () => {
  expect(looks()).toEqual([
    [],
    [{ state: 'running', messages: 0 }],
    [{ state: 'running', messages: 2 }],
    [{ state: 'running', messages: 3 }],
    [{ state: 'unknown', messages: 4 }],
  ]);
});

test.each<[what: string, change: (session: Record<string, unknown>, at: number) => object]>([
  ['of another session', (session) => ({ ...session, parent_session_id: 'api-1' })],
  ['that are no sub-agents', (session) => ({ ...session, source: 'api_server' })],
  ['of an earlier call', (session, at) => ({ ...session, started_at: at - 90 })],
  ['without a beginning', (session) => ({ ...session, started_at: null })],
])('sessions %s are not its own', (_what, change) => {
  expect(looks(change).flat()).toEqual([]);
});

test('one that was over at the first look is of an earlier call of the same minute', () => {
  const listed = createListedSubAgents();
  const [over, running] = [LOOKS.at(-1)!, LOOKS[2]!];
  const list = (sessions: readonly object[]): string => JSON.stringify({ data: sessions });
  const young = { ...running.list.data[0], id: 'young', started_at: over.at };

  const read = (...sessions: object[]) => listed.read(list(sessions), [PARENT], 1, over.at + 1);
  expect(read(...over.list.data)).toEqual([]);
  expect(read(...over.list.data, young)).toEqual([{ state: 'running', messages: 2 }]);
});

test('what is no list ends it', () => {
  for (const text of ['', 'no', '[]', '{"data":{}}', '<!doctype html>'])
    expect(createListedSubAgents().read(text, [PARENT], 1, BEGAN)).toBeNull();
});
