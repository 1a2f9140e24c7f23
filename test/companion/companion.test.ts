import { expect, test } from 'vitest';
import { createCompanion, type CompanionState } from '../../src/companion/companion.ts';
import {
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
  COMPANION_VERSION,
} from '../../src/companion/source.ts';
import type { StoredFunction } from '../support/open-webui-api.ts';
import { fakeOpenWebUi, type Fault } from './fake-open-webui.ts';

function stored(
  version: string,
  switches: { is_active: boolean; is_global: boolean },
  extra: Partial<StoredFunction> = {},
): StoredFunction {
  return {
    id: COMPANION_ID,
    name: 'Named by the admin',
    content:
      version === COMPANION_VERSION
        ? COMPANION_SOURCE
        : COMPANION_SOURCE.replace(/^version: .*$/m, `version: ${version}`),
    meta: { description: 'Described by the admin', manifest: { title: COMPANION_NAME, version } },
    ...switches,
    ...extra,
  };
}

const ON = { is_active: true, is_global: true };
const FOREIGN = stored('9.9.9', ON, {
  content: '"""\ntitle: Something else\n"""\nclass Filter:\n    pass\n',
  meta: { manifest: { title: 'Something else' } },
});
const OTHER: StoredFunction = {
  id: 'other',
  name: 'Other',
  content: 'class Filter:\n    pass\n',
  meta: {},
  ...ON,
};

interface Row {
  readonly name: string;
  readonly functions: readonly StoredFunction[];
  readonly admin: CompanionState;
  /** If others read something else: only an admin can see the source. */
  readonly user?: CompanionState;
}

const CURRENT: CompanionState = { kind: 'current', version: COMPANION_VERSION };
const OFF: CompanionState = { kind: 'off', version: COMPANION_VERSION };
const OLD: CompanionState = { kind: 'outdated', version: '0.9.12' };
const CHANGED = stored(COMPANION_VERSION, ON, { content: COMPANION_SOURCE + '\n# changed\n' });

/** What can be on a server, and what an admin and others read of it. */
const STATES: readonly Row[] = [
  { name: 'nothing', functions: [], admin: { kind: 'absent' } },
  { name: 'other functions', functions: [OTHER], admin: { kind: 'absent' } },
  { name: 'this version', functions: [OTHER, stored(COMPANION_VERSION, ON)], admin: CURRENT },
  {
    name: 'a newer version',
    functions: [stored('10.0.0', ON)],
    admin: { kind: 'current', version: '10.0.0' },
  },
  { name: 'an older version', functions: [stored('0.9.12', ON)], admin: OLD },
  {
    name: 'an older version, off',
    functions: [stored('0.9.12', { is_active: false, is_global: false })],
    admin: OLD,
  },
  {
    name: 'not active',
    functions: [stored(COMPANION_VERSION, { is_active: false, is_global: true })],
    admin: OFF,
  },
  {
    name: 'not global',
    functions: [stored(COMPANION_VERSION, { is_active: true, is_global: false })],
    admin: OFF,
  },
  { name: 'another function with its id', functions: [FOREIGN], admin: { kind: 'foreign' } },
  {
    name: 'changed by hand',
    functions: [CHANGED],
    admin: { kind: 'outdated', version: COMPANION_VERSION },
    user: CURRENT,
  },
];

test.each(STATES)(
  '$name: read by an admin and by a user',
  async ({ functions, admin, user = admin }) => {
    expect(await createCompanion(fakeOpenWebUi({ functions }).call).read()).toEqual({
      state: admin,
      admin: true,
    });
    expect(await createCompanion(fakeOpenWebUi({ functions, role: 'user' }).call).read()).toEqual({
      state: user,
      admin: false,
    });
  },
);

test('people who are not signed in, or not approved yet, are told so', async () => {
  expect(await createCompanion(fakeOpenWebUi({ role: null }).call).read()).toEqual({
    state: { kind: 'unknown', why: 'You are not signed in here.' },
    admin: false,
  });
  expect(await createCompanion(fakeOpenWebUi({ role: 'pending' }).call).read()).toEqual({
    state: { kind: 'unknown', why: 'Your account here is not activated yet.' },
    admin: false,
  });
});

test.each(STATES.filter(({ admin }) => admin.kind !== 'foreign'))(
  '$name: after the installation it is current, and other functions are unchanged',
  async ({ functions }) => {
    const server = fakeOpenWebUi({ functions });

    const outcome = await createCompanion(server.call).install();

    expect(outcome).toMatchObject({
      ok: true,
      report: { state: { kind: 'current' }, admin: true },
    });
    expect(server.functions.get(COMPANION_ID)).toMatchObject(ON);
    expect(server.functions.get('other')).toBe(functions.find(({ id }) => id === 'other'));
  },
);

test('a newer version is switched on, not replaced', async () => {
  const newer = stored('10.0.0', { is_active: false, is_global: false });
  const server = fakeOpenWebUi({ functions: [newer] });

  await createCompanion(server.call).install();

  expect(server.functions.get(COMPANION_ID)).toEqual({ ...newer, ...ON });
});

test('if everything is as it should be, nothing is written', async () => {
  const server = fakeOpenWebUi({ functions: [stored(COMPANION_VERSION, ON)] });

  expect(await createCompanion(server.call).install()).toMatchObject({ ok: true });
  expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test('it is global before it is active, so that it never works for only some of the models', async () => {
  const server = fakeOpenWebUi();

  await createCompanion(server.call).install();

  expect(server.calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /api/v1/functions/create',
    `POST /api/v1/functions/id/${COMPANION_ID}/toggle/global`,
    `POST /api/v1/functions/id/${COMPANION_ID}/toggle`,
  ]);
});

test('removed, it is gone; removing a missing one succeeds', async () => {
  const server = fakeOpenWebUi({ functions: [OTHER, stored(COMPANION_VERSION, ON)] });
  const companion = createCompanion(server.call);

  expect(await companion.remove()).toEqual({
    ok: true,
    report: { state: { kind: 'absent' }, admin: true },
  });
  expect(await companion.remove()).toEqual({
    ok: true,
    report: { state: { kind: 'absent' }, admin: true },
  });
  expect([...server.functions.keys()]).toEqual(['other']);
});

test('nothing is written for users, nor over some other function', async () => {
  const rows = [
    [{ role: 'user' }, 'Only an admin of this server can'],
    [{ role: null }, 'You are not signed in here.'],
    [
      { functions: [FOREIGN] },
      `Another function on the server already uses the ID “${COMPANION_ID}”, so we left it alone.`,
    ],
  ] as const;
  for (const [options, why] of rows) {
    const server = fakeOpenWebUi(options);
    const companion = createCompanion(server.call);
    for (const outcome of [await companion.install(), await companion.remove()]) {
      expect(outcome).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
    }
    expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  }
});

const BEFORE: readonly (readonly [name: string, functions: readonly StoredFunction[]])[] = [
  ['nothing', []],
  ['off', [OTHER, stored(COMPANION_VERSION, { is_active: false, is_global: false })]],
  ['not global', [stored(COMPANION_VERSION, { is_active: true, is_global: false })]],
  ['outdated', [stored('0.9.0', ON)]],
  ['outdated and off', [stored('0.9.0', { is_active: false, is_global: true })]],
];
const FAULTS: readonly Fault[] = ['refused', 'unreachable', 'lost'];

/** The number of calls in an undisturbed run. */
async function callsOf(
  functions: readonly StoredFunction[],
  what: 'install' | 'remove',
): Promise<number> {
  const server = fakeOpenWebUi({ functions });
  await createCompanion(server.call)[what]();
  return server.calls.length;
}

test.each(BEFORE)(
  '%s: an installation that fails at any single call says why, and the next one completes it',
  async (_name, functions) => {
    for (let failing = 0; failing < (await callsOf(functions, 'install')); failing++) {
      for (const fault of FAULTS) {
        const server = fakeOpenWebUi({ functions, fault: (n) => (n === failing ? fault : null) });
        const companion = createCompanion(server.call);
        const outcome = await companion.install();
        const at = `${fault} at ${server.calls[failing]} (${failing})`;
        if (!outcome.ok)
          expect([at, outcome.why]).toEqual([
            at,
            fault === 'refused'
              ? 'The server answered 500, “The disk is full”.'
              : 'The server did not answer in time.',
          ]);
        // Every failed write fails the whole installation, and what is reported is what is there.
        if (server.calls[failing]?.startsWith('POST'))
          expect([at, outcome.ok]).toEqual([at, false]);
        if (outcome.report.state.kind !== 'unknown')
          expect([at, await companion.read()]).toEqual([at, outcome.report]);
        expect([at, await companion.install()]).toMatchObject([at, { ok: true }]);
        expect([at, server.functions.get(COMPANION_ID)]).toMatchObject([
          at,
          { ...ON, content: COMPANION_SOURCE },
        ]);
        expect([at, server.functions.get('other')]).toEqual([
          at,
          functions.find(({ id }) => id === 'other'),
        ]);
      }
    }
  },
);

test('a removal that fails at any single call leaves it as before, or has removed it', async () => {
  const functions = [OTHER, stored(COMPANION_VERSION, ON)];
  for (let failing = 0; failing < (await callsOf(functions, 'remove')); failing++) {
    for (const fault of FAULTS) {
      const server = fakeOpenWebUi({ functions, fault: (n) => (n === failing ? fault : null) });
      const outcome = await createCompanion(server.call).remove();
      expect([failing, fault, [...server.functions.values()]]).toEqual([
        failing,
        fault,
        outcome.ok ? [OTHER] : functions,
      ]);
      if (!outcome.ok)
        expect(outcome.why).toMatch(
          fault === 'refused' ? /500, “The disk is full”\.$/ : /did not answer in time\.$/,
        );
    }
  }
});

test('what another admin puts in its place meanwhile is not removed', async () => {
  const server = fakeOpenWebUi({
    fault(_n, { path }) {
      if (!path.endsWith('/create')) return null;
      server.functions.set(COMPANION_ID, FOREIGN);
      return 'unreachable';
    },
  });

  expect(await createCompanion(server.call).install()).toMatchObject({
    ok: false,
    report: { state: { kind: 'foreign' } },
  });
  expect(server.functions.get(COMPANION_ID)).toBe(FOREIGN);
});

test('a server that accepts everything and stores nothing is not a success', async () => {
  const server = fakeOpenWebUi();
  const outcome = await createCompanion(async (request) => {
    const answer = await server.call(request);
    if (request.path.endsWith('/toggle'))
      server.functions.set(
        COMPANION_ID,
        stored(COMPANION_VERSION, { is_active: false, is_global: true }),
      );
    return answer;
  }).install();

  expect(outcome).toMatchObject({
    ok: false,
    why: 'The server did not save the change.',
    report: { state: { kind: 'off' } },
  });
});
