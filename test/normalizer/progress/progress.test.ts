import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createProgressMachine,
  type ProgressFact,
  type ProgressMachine,
} from '../../../src/normalizer/progress/progress.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';

function fact(phase: ProgressFact['phase'], more: Partial<ProgressFact> = {}): ProgressFact {
  return { source: 'event', tool: null, emoji: null, label: null, callId: null, provenance: 'server', ...more, phase };
}

const running = (callId: string, more: Partial<ProgressFact> = {}): ProgressFact =>
  fact('running', { tool: 'terminal', emoji: '💻', label: 'ls', ...more, callId });
const finished = (callId: string): ProgressFact => fact('finished', { tool: 'terminal', callId });
const legacy = (label: string): ProgressFact => fact('start', { tool: 'terminal', emoji: '💻', label });
const marker = (label: string, more: Partial<ProgressFact> = {}): ProgressFact =>
  fact('start', { source: 'marker', emoji: '💻', label, ...more });

/** @returns every change as "call label status" */
function story(script: (machine: ProgressMachine) => void): string[] {
  const changes: Progress[] = [];
  const machine = createProgressMachine((progress) => void changes.push(progress));
  script(machine);
  return changes.map(({ call, label, status }) => `${call} ${label} ${status}`);
}

test('a call runs and finishes, and its end repeats its description', () => {
  const changes: Progress[] = [];
  const machine = createProgressMachine((progress) => void changes.push(progress));
  machine.fact(running('a'));
  machine.fact(finished('a'));
  machine.end();

  const call = {
    call: 0,
    source: 'event',
    tool: 'terminal',
    emoji: '💻',
    label: 'ls',
    callId: 'a',
    provenance: 'server',
  };
  expect(changes).toEqual([
    { ...call, status: 'running' },
    { ...call, status: 'finished' },
  ]);
});

test('calls in parallel end in any order', () => {
  expect(
    story((machine) => {
      for (const id of ['a', 'b', 'c']) machine.fact(running(id, { label: id }));
      for (const id of ['b', 'c', 'a']) machine.fact(finished(id));
      machine.end();
    }),
  ).toEqual(['0 a running', '1 b running', '2 c running', '1 b finished', '2 c finished', '0 a finished']);
});

test('an id reused after its call finished is a new call', () => {
  expect(
    story((machine) => {
      machine.fact(running('call_0', { label: 'first' }));
      machine.fact(finished('call_0'));
      machine.fact(running('call_0', { label: 'second' }));
      machine.fact(finished('call_0'));
    }),
  ).toEqual(['0 first running', '0 first finished', '1 second running', '1 second finished']);
});

test('running reported twice is one call, reported again only if something is new', () => {
  expect(
    story((machine) => {
      machine.fact(running('a', { label: null }));
      machine.fact(running('a', { label: 'ls' }));
      machine.fact(running('a', { label: 'ls' }));
      machine.fact(finished('a'));
    }),
  ).toEqual(['0 null running', '0 ls running', '0 ls finished']);
});

test('completed for an unannounced call is ignored', () => {
  expect(story((machine) => machine.fact(finished('orphan')))).toEqual([]);
  expect(story((machine) => machine.fact(fact('finished', { tool: 'terminal' })))).toEqual([]);
});

test('a call without completed is ended by the end, never finished', () => {
  expect(
    story((machine) => {
      machine.fact(running('a', { label: 'a' }));
      machine.text();
      machine.fact(running('b', { label: 'b' }));
      machine.end();
      machine.end();
    }),
  ).toEqual(['0 a running', '1 b running', '0 a ended', '1 b ended']);
});

test('a failure is reported as one', () => {
  expect(
    story((machine) => [running('a'), fact('failed', { callId: 'a' })].forEach((each) => machine.fact(each))),
  ).toEqual(['0 ls running', '0 ls failed']);
});

test('without ids the oldest open call of the tool finishes', () => {
  expect(
    story((machine) => {
      machine.fact(fact('running', { tool: 'read_file', label: 'one' }));
      machine.fact(fact('running', { tool: 'terminal', label: 'two' }));
      machine.fact(fact('running', { tool: 'read_file', label: 'three' }));
      machine.fact(fact('finished', { tool: 'read_file' }));
      machine.fact(fact('failed', { tool: 'terminal' }));
      machine.fact(fact('finished', { tool: 'read_file' }));
    }).slice(3),
  ).toEqual(['0 one finished', '1 two failed', '2 three finished']);
});

test('a start-only call ends with the next event or text', () => {
  expect(
    story((machine) => {
      machine.fact(legacy('one'));
      expect(machine.isRunning()).toBe(true);
      machine.fact(legacy('two'));
      machine.text();
      expect(machine.isRunning()).toBe(false);
      machine.text();
      machine.fact(legacy('three'));
      machine.end();
    }),
  ).toEqual(['0 one running', '0 one ended', '1 two running', '1 two ended', '2 three running', '2 three ended']);
});

test('the same start-only call twice in a row is two calls', () => {
  expect(story((machine) => [legacy('ls'), legacy('ls')].forEach((each) => machine.fact(each)))).toEqual([
    '0 ls running',
    '0 ls ended',
    '1 ls running',
  ]);
});

test('marker and event of the same call are one call, in either order', () => {
  for (const facts of [
    [running('a'), marker('ls')],
    [marker('ls'), running('a')],
  ]) {
    const changes: Progress[] = [];
    const machine = createProgressMachine((progress) => void changes.push(progress));
    facts.forEach((each) => machine.fact(each));
    machine.text();
    machine.fact(finished('a'));
    machine.end();

    expect(new Set(changes.map(({ call }) => call))).toEqual(new Set([0]));
    expect(changes.at(-1)).toMatchObject({
      source: 'event',
      callId: 'a',
      tool: 'terminal',
      emoji: '💻',
      label: 'ls',
      status: 'finished',
    });
  }
});

test('a marker with other words than the running event is a call of its own', () => {
  expect(
    story((machine) => {
      machine.fact(running('a', { label: 'ls' }));
      machine.fact(marker('pwd'));
      machine.text();
      machine.fact(finished('a'));
    }),
  ).toEqual(['0 ls running', '1 pwd running', '1 pwd ended', '0 ls finished']);
});

test('a written marker is over as soon as it is reported and affects no other call', () => {
  expect(
    story((machine) => {
      machine.fact(running('a', { label: 'ls' }));
      machine.fact(fact('written', { source: 'marker', label: 'fake', provenance: 'imitated' }));
      machine.fact(finished('a'));
    }),
  ).toEqual(['0 ls running', '1 fake ended', '0 ls finished']);
});

test('only an event that is still running is announced', () => {
  const machine = createProgressMachine(() => {});
  machine.fact(running('a'));
  expect(machine.announced('💻', 'ls')).toBe(true);
  expect(machine.announced('💻', 'pwd')).toBe(false);
  machine.fact(finished('a'));
  expect(machine.announced('💻', 'ls')).toBe(false);
  machine.fact(marker('ls'));
  expect(machine.announced('💻', 'ls')).toBe(false);
});

test('a flood of calls drops the oldest as ended', () => {
  const changes = story((machine) => {
    for (let i = 0; i < 1000; i++) machine.fact(running(`id-${i}`, { label: `${i}` }));
    machine.end();
  });
  expect(changes.filter((change) => change.endsWith(' running'))).toHaveLength(1000);
  expect(changes.filter((change) => change.endsWith(' ended'))).toHaveLength(1000);
  expect(changes.indexOf('0 0 ended')).toBeLessThan(changes.indexOf('300 300 running'));
});

test('whatever is reported, every call begins once, ends once, and nothing follows its end', () => {
  const anyFact = fc.record({
    source: fc.constantFrom('event' as const, 'marker' as const),
    tool: fc.constantFrom('terminal', 'read_file', null),
    emoji: fc.constantFrom('💻', '📖', null),
    label: fc.constantFrom('a', 'b', null),
    callId: fc.constantFrom('1', '2', null),
    phase: fc.constantFrom(
      'start' as const,
      'running' as const,
      'finished' as const,
      'failed' as const,
      'written' as const,
    ),
    provenance: fc.constantFrom('server' as const, 'imitated' as const, 'unknown' as const),
  });
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: anyFact }, { weight: 1, arbitrary: fc.constant('text' as const) }), {
        maxLength: 30,
      }),
      (script) => {
        const byCall = new Map<number, string[]>();
        const machine = createProgressMachine(({ call, status }) =>
          byCall.set(call, [...(byCall.get(call) ?? []), status]),
        );
        for (const step of script) {
          if (step === 'text') machine.text();
          else machine.fact(step);
        }
        machine.end();

        expect([...byCall.keys()]).toEqual([...byCall.keys()].map((_, i) => i));
        for (const statuses of byCall.values())
          expect(statuses.join(' ')).toMatch(/^(running )*(finished|failed|ended)$/);
        expect(machine.isRunning()).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
});

/** @returns every change as "call status", with what is known of its duration */
function times(script: (machine: ProgressMachine) => void): string[] {
  const changes: string[] = [];
  const machine = createProgressMachine(
    ({ call, status, untimed }) => void changes.push(`${call} ${status}${untimed ? ' untimed' : ''}`),
  );
  script(machine);
  return changes;
}

test.each([
  ['a call that ends', (machine: ProgressMachine) => machine.fact(finished('a')), ['0 finished']],
  ['one that is never ended', (machine: ProgressMachine) => machine.end(), ['0 ended untimed']],
  ['one whose stream is lost', (machine: ProgressMachine) => machine.lose(), ['0 ended untimed']],
] as const)('the time of %s', (_, end, expected) => {
  expect(times((machine) => void (machine.fact(running('a')), end(machine), machine.end()))).toEqual([
    '0 running',
    ...expected,
  ]);
});

test('a marker that ran until the text continued has a duration; one that was over, or there before, has none', () => {
  expect(
    times((machine) => {
      machine.fact(marker('a'));
      machine.text();
      machine.fact(marker('b', { untimed: true }));
      machine.text();
      machine.fact({ ...marker('c'), phase: 'written' });
    }),
  ).toEqual(['0 running', '0 ended', '1 running untimed', '1 ended untimed', '2 ended untimed']);
});

test('the end of a call after a gap is still accepted, once and without a duration', () => {
  expect(
    times((machine) => {
      machine.fact(running('a'));
      machine.lose();
      machine.fact(finished('a'));
      machine.fact(finished('a'));
      machine.end();
    }),
  ).toEqual(['0 running', '0 ended untimed', '0 finished untimed']);
});

test('an id that is reused after a gap is another call', () => {
  expect(
    times((machine) => {
      machine.fact(running('call_0'));
      machine.lose();
      machine.fact(running('call_0'));
      machine.fact(finished('call_0'));
      machine.fact(finished('call_0'));
    }),
  ).toEqual(['0 running', '0 ended untimed', '1 running', '1 finished']);
});

test('nothing is waited for after the end of the reply', () => {
  expect(
    times((machine) => {
      machine.fact(running('a'));
      machine.lose();
      machine.end();
      machine.fact(finished('a'));
    }),
  ).toEqual(['0 running', '0 ended untimed']);
});
