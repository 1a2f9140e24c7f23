import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import type { Findings } from '../../src/stats/findings.ts';
import { addFindings, MAX_SERVERS, readFindings, readFindingsList } from '../../src/stats/findings.ts';

const SOME: Findings = {
  server: 'hermes',
  repairs: { done: 3, 'bare-json': 1 },
  events: 2,
  unknown: 4,
};
const IDS = [...ALL_REPAIRS];
const SERVERS = ['', 'hermes', ...ALL_DIALECTS.map(({ id }) => id)];

test('findings are read unchanged, as a copy and without unknown fields', () => {
  const sent = { ...SOME, repairs: { ...SOME.repairs }, more: 'x', type: 'findings' };
  const read = readFindings(sent);
  sent.repairs.done = -1;

  expect(read).toEqual(SOME);
});

test.each(SERVERS)('the server "%s" is known', (server) => {
  expect(readFindings({ ...SOME, server })?.server).toBe(server);
});

test.each([undefined, 7, {}, 'Hermes', '__proto__', 'constructor', '<b>', 'x'.repeat(1e6)])(
  'the server %j is of an unknown kind',
  (server) => {
    expect(readFindings({ ...SOME, server })).toEqual({ ...SOME, server: '' });
  },
);

test.each([
  [undefined],
  [null],
  [[SOME]],
  ['findings'],
  [{ server: 'hermes' }],
  [{ server: 'hermes', repairs: { 'non sense': 1 }, events: -1, unknown: { name: 1 } }],
  [{ server: 'hermes', repairs: ['done'], events: '1', unknown: 'text' }],
  [{ server: 'hermes', repairs: { done: 0 }, events: 0, unknown: 0 }],
])('there is nothing in %j', (value) => {
  expect(readFindings(value)).toBeNull();
});

test('only known repairs are counted, and only positive integers, up to the limit', () => {
  const repairs = {
    done: 1e9,
    'bare-json': 1.5,
    'data-lines': Number.NaN,
    'data-comments': '3',
    'error-lines': 2,
    'non sense': 4,
    toString: 5,
  };

  expect(readFindings({ ...SOME, repairs, events: Infinity }, 1000)).toEqual({
    ...SOME,
    repairs: { done: 1000, 'error-lines': 2 },
    events: 0,
  });
});

test('a list is read entry by entry, one for each kind of server', () => {
  expect(readFindingsList([SOME, null, SOME, 7, { ...SOME, server: 'pigeon' }])).toEqual([
    { server: 'hermes', repairs: { 'bare-json': 2, done: 6 }, events: 4, unknown: 8 },
    { ...SOME, server: '' },
  ]);
  expect(readFindingsList({ 0: SOME, length: 1 })).toEqual([]);
  expect(readFindingsList(undefined)).toEqual([]);
});

test('beyond ten kinds of servers the rest go under no kind, and nothing is lost', () => {
  const all = SERVERS.slice(1).map((server) => ({ ...SOME, server }));

  const sums = addFindings([], all);

  expect(sums.length).toBe(MAX_SERVERS);
  expect(sums.at(-1)).toMatchObject({ server: '', events: 2 * (all.length - MAX_SERVERS + 1) });
  expect(addFindings(sums, all).length).toBe(MAX_SERVERS);
});

test('counts never grow beyond what a number represents exactly', () => {
  const most = { ...SOME, repairs: { done: Number.MAX_SAFE_INTEGER - 1 } };

  expect(addFindings([most], [SOME])[0]?.repairs).toEqual({ done: Number.MAX_SAFE_INTEGER, 'bare-json': 1 });
});

const counts = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 10_000 }));
const findings = (servers: readonly string[]) =>
  fc.record({
    server: fc.constantFrom(...servers),
    repairs: counts(IDS),
    events: fc.integer({ min: 0, max: 10_000 }),
    unknown: fc.integer({ min: 0, max: 10_000 }),
  });

/** By server and id. */
function flat(list: readonly Findings[], byServer: boolean): Map<string, number> {
  const sums = new Map<string, number>();
  function add(key: string, count: number): void {
    if (count > 0) sums.set(key, (sums.get(key) ?? 0) + count);
  }
  for (const { server, repairs, events, unknown } of list) {
    const before = byServer ? `${server} ` : '';
    add(`${before}events`, events);
    for (const [id, count] of Object.entries(repairs)) add(`${before}repair ${id}`, count);
    add(`${before}unknown`, unknown);
  }
  return sums;
}

function sorted(sums: Map<string, number>): [string, number][] {
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

test.each([
  ['nine kinds of servers: each its own', SERVERS.slice(0, 9), true],
  ['all kinds: altogether', SERVERS, false],
])('messages in any order and in any parcels sum up, of %s', (_, servers, byServer) => {
  const tree = fc.array(fc.array(findings(servers), { maxLength: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(tree, (parcels) => {
      const gathered = parcels.reduce<readonly Findings[]>(
        (sums, parcel) => addFindings(sums, addFindings([], parcel)),
        [],
      );

      expect(sorted(flat(gathered, byServer))).toEqual(sorted(flat(parcels.flat(), byServer)));
      expect(gathered.length).toBeLessThanOrEqual(MAX_SERVERS);
    }),
  );
});

test('any input is read within the limits, and reads back the same', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ server: fc.anything(), repairs: fc.object(), events: fc.anything(), unknown: fc.anything() }),
      ),
      (value) => {
        const read = readFindings(value, 1000);
        if (read === null) return;
        expect(readFindings(read)).toEqual(read);
        for (const count of [read.events, read.unknown, ...Object.values(read.repairs)])
          expect(count).toBeLessThanOrEqual(1000);
      },
    ),
  );
});
