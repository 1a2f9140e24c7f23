import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createProgressMachine,
  type ProgressFact,
} from '../../../src/normalizer/progress/progress.ts';
import type { Progress, SubAgent } from '../../../src/normalizer/progress/progress-types.ts';
import { runs } from '../../support/speed.ts';

function fact(phase: ProgressFact['phase'], more: Partial<ProgressFact> = {}): ProgressFact {
  return {
    source: 'event',
    tool: null,
    emoji: null,
    label: null,
    callId: null,
    provenance: 'server',
    ...more,
    phase,
  };
}

const running = (callId: string, more: Partial<ProgressFact> = {}): ProgressFact =>
  fact('running', { tool: 'terminal', emoji: '💻', label: 'ls', ...more, callId });
const finished = (callId: string): ProgressFact => fact('unknown', { tool: 'terminal', callId });
const failed = (callId: string): ProgressFact => fact('failed', { tool: 'terminal', callId });
const legacy = (label: string): ProgressFact =>
  fact('start', { tool: 'terminal', emoji: '💻', label });
const marker = (label: string, more: Partial<ProgressFact> = {}): ProgressFact =>
  fact('start', { source: 'marker', emoji: '💻', label, ...more });

type Step = ProgressFact | 'text' | 'lose' | 'end';

/**
 * Takes a machine through the steps.
 * @returns every change, and every change as "call label status" and its duration
 */
function play(...steps: readonly Step[]): {
  readonly changes: readonly Progress[];
  readonly told: readonly string[];
} {
  const changes: Progress[] = [];
  const machine = createProgressMachine((progress) => void changes.push(progress));
  for (const step of steps) {
    if (typeof step === 'string') machine[step]();
    else machine.fact(step);
  }
  const told = changes.map(
    ({ call, label, status, untimed }) => `${call} ${label} ${status}${untimed ? ' untimed' : ''}`,
  );
  return { changes, told };
}

test('a call runs and finishes, and its end repeats its description', () => {
  const { changes } = play(running('a'), finished('a'), 'end');

  const known = {
    call: 0,
    source: 'event',
    tool: 'terminal',
    emoji: '💻',
    label: 'ls',
    callId: 'a',
    provenance: 'server',
  };
  expect(changes).toEqual([
    { ...known, status: 'running' },
    { ...known, status: 'unknown' },
  ]);
});

const call = (label: string): ProgressFact => running(label, { label });
const asks = (command: string): ProgressFact =>
  fact('waiting', {
    question: {
      runId: 'r',
      requestId: command,
      command,
      reason: '',
      choices: ['once', 'deny'],
      answeredBy: 'you',
    },
  });

test.each<[what: string, steps: readonly Step[], told: readonly string[]]>([
  [
    'calls in parallel end in any order',
    [...['a', 'b', 'c'].map(call), ...['b', 'c', 'a'].map(finished), 'end'],
    ['0 a running', '1 b running', '2 c running', '1 b unknown', '2 c unknown', '0 a unknown'],
  ],
  [
    'a question is about the call that began last, which goes on with the answer',
    [
      call('a'),
      call('b'),
      fact('waiting'),
      fact('denied', { callId: 'b' }),
      finished('a'),
      fact('waiting'),
    ],
    ['0 a running', '1 b running', '1 b waiting', '1 b denied', '0 a unknown'],
  ],
  [
    'a question about no known call is a call of its own, over with what follows',
    [
      asks('rm a'),
      asks('rm b'),
      'text',
      call('c'),
      asks('rm c'),
      finished('c'),
      asks('rm d'),
      'end',
    ],
    [
      ...['0 rm a waiting', '0 rm a ended', '1 rm b waiting', '1 rm b ended'],
      ...['2 c running', '2 c waiting', '2 c unknown', '3 rm d waiting', '3 rm d ended'],
    ],
  ],
  [
    'an id reused after its call finished is a new call',
    [running('0', { label: 'one' }), finished('0'), running('0', { label: 'two' }), finished('0')],
    ['0 one running', '0 one unknown', '1 two running', '1 two unknown'],
  ],
  [
    'running reported twice is one call, reported again only if something is new',
    [running('a', { label: null }), running('a'), running('a'), finished('a')],
    ['0 null running', '0 ls running', '0 ls unknown'],
  ],
  [
    'completed for an unannounced call is ignored',
    [finished('orphan'), fact('unknown', { tool: 'terminal' })],
    [],
  ],
  [
    'a call without completed is ended by the end, never unknown',
    [call('a'), 'text', call('b'), 'end', 'end'],
    ['0 a running', '1 b running', '0 a ended untimed', '1 b ended untimed'],
  ],
  [
    'a failure is reported as one',
    [running('a'), fact('failed', { callId: 'a' })],
    ['0 ls running', '0 ls failed'],
  ],
  [
    'without ids the oldest open call of the tool finishes',
    [
      fact('running', { tool: 'read_file', label: 'one' }),
      fact('running', { tool: 'terminal', label: 'two' }),
      fact('running', { tool: 'read_file', label: 'three' }),
      fact('unknown', { tool: 'read_file' }),
      fact('failed', { tool: 'terminal' }),
      fact('unknown', { tool: 'read_file' }),
    ],
    [
      '0 one running',
      '1 two running',
      '2 three running',
      '0 one unknown',
      '1 two failed',
      '2 three unknown',
    ],
  ],
  [
    'a start-only call ends with the next event or text',
    [legacy('one'), legacy('two'), 'text', 'text', legacy('three'), 'end'],
    [
      '0 one running',
      '0 one ended',
      '1 two running',
      '1 two ended',
      '2 three running',
      '2 three ended',
    ],
  ],
  [
    'the same start-only call twice in a row is two calls',
    [legacy('ls'), legacy('ls')],
    ['0 ls running', '0 ls ended', '1 ls running'],
  ],
  [
    'a marker with other words than the running event is a call of its own',
    [running('a'), marker('pwd'), 'text', finished('a')],
    ['0 ls running', '1 pwd running', '1 pwd ended', '0 ls unknown'],
  ],
  [
    'a written marker is over as soon as it is reported and affects no other call',
    [
      running('a'),
      fact('written', { source: 'marker', label: 'fake', provenance: 'imitated' }),
      finished('a'),
    ],
    ['0 ls running', '1 fake ended untimed', '0 ls unknown'],
  ],
  [
    'a call that ends has a duration',
    [running('a'), finished('a'), 'end'],
    ['0 ls running', '0 ls unknown'],
  ],
  [
    'one that is never ended has none',
    [running('a'), 'end', 'end'],
    ['0 ls running', '0 ls ended untimed'],
  ],
  [
    'one whose stream is lost has none',
    [running('a'), 'lose', 'end'],
    ['0 ls running', '0 ls ended untimed'],
  ],
  [
    'a marker that ran until the text continued has a duration; one that was over, or there before, has none',
    [
      marker('a'),
      'text',
      marker('b', { untimed: true }),
      'text',
      { ...marker('c'), phase: 'written' },
    ],
    ['0 a running', '0 a ended', '1 b running untimed', '1 b ended untimed', '2 c ended untimed'],
  ],
  [
    'the end of a call after a gap is still accepted, once and without a duration',
    [running('a'), 'lose', finished('a'), finished('a'), 'end'],
    ['0 ls running', '0 ls ended untimed', '0 ls unknown untimed'],
  ],
  [
    'an id that is reused after a gap is another call',
    [running('0'), 'lose', running('0'), finished('0'), finished('0')],
    ['0 ls running', '0 ls ended untimed', '1 ls running', '1 ls unknown'],
  ],
  [
    'nothing is waited for after the end of the reply',
    [running('a'), 'lose', 'end', finished('a')],
    ['0 ls running', '0 ls ended untimed'],
  ],
  [
    'an outcome still counts after the end of the call, and of the reply, once',
    [
      running('a'),
      finished('a'),
      failed('a'),
      failed('a'),
      running('b'),
      'end',
      failed('b'),
      finished('b'),
    ],
    [
      '0 ls running',
      '0 ls unknown',
      '0 ls failed',
      '1 ls running',
      '1 ls ended untimed',
      '1 ls failed untimed',
    ],
  ],
  [
    'an outcome belongs to the last call of its id',
    [running('a'), finished('a'), running('a'), finished('a'), failed('a')],
    ['0 ls running', '0 ls unknown', '1 ls running', '1 ls unknown', '1 ls failed'],
  ],
])('%s', (_what, steps, told) => {
  expect(play(...steps).told).toEqual(told);
});

test('a start-only call runs until the next text', () => {
  const told: string[] = [];
  const machine = createProgressMachine(({ label, status }) => told.push(`${label} ${status}`));
  machine.fact(legacy('one'));
  machine.fact(legacy('two'));
  expect(told.at(-1)).toBe('two running');
  machine.text();
  expect(told.at(-1)).toBe('two ended');
});

test('marker and event of the same call are one call, in either order', () => {
  for (const facts of [
    [running('a'), marker('ls')],
    [marker('ls'), running('a')],
  ]) {
    const { changes } = play(...facts, 'text', finished('a'), 'end');

    expect(new Set(changes.map(({ call: number }) => number))).toEqual(new Set([0]));
    const known = { source: 'event', callId: 'a', tool: 'terminal', emoji: '💻', label: 'ls' };
    expect(changes.at(-1)).toMatchObject({ ...known, status: 'unknown' });
  }
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
  const { told } = play(...Array.from({ length: 1000 }, (_, i) => call(`${i}`)), 'end');

  expect(told.filter((change) => change.endsWith(' running'))).toHaveLength(1000);
  expect(told.filter((change) => / ended( untimed)?$/.test(change))).toHaveLength(1000);
  expect(told.findIndex((change) => change.startsWith('0 0 ended'))).toBeLessThan(
    told.indexOf('300 300 running'),
  );
});

test('whatever is reported, every call begins once and ends once, and nothing but an outcome follows its end', () => {
  const anyFact = fc.record({
    source: fc.constantFrom('event' as const, 'marker' as const),
    tool: fc.constantFrom('terminal', 'read_file', null),
    emoji: fc.constantFrom('💻', '📖', null),
    label: fc.constantFrom('a', 'b', null),
    callId: fc.constantFrom('1', '2', null),
    phase: fc.constantFrom(
      'start' as const,
      'running' as const,
      'waiting' as const,
      'unknown' as const,
      'ran' as const,
      'failed' as const,
      'denied' as const,
      'written' as const,
    ),
    provenance: fc.constantFrom('server' as const, 'imitated' as const, 'unknown' as const),
    question: fc.constantFrom(undefined, asks('rm a').question),
  });
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: anyFact },
          { weight: 1, arbitrary: fc.constant('text' as const) },
        ),
        {
          maxLength: 30,
        },
      ),
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
          expect(statuses.join(' ')).toMatch(
            /^(?:(?:running|waiting) )*(?:unknown|ended|(?:(?:unknown|ended) )?(?:ran|failed|denied))$/,
          );
      },
    ),
    { numRuns: runs(2000) },
  );
});

/** A question as the companion asks it. */
const asked = (requestId: string, phase: 'waiting' | 'answered' = 'waiting'): ProgressFact => ({
  ...asks('rm'),
  phase,
  question: { ...asks('rm').question!, requestId, answeredBy: 'dialog' },
});

test('an end whose beginning was missed is a line of its own, once, and gets its outcome', () => {
  const over = fact('unknown', { tool: 'terminal', callId: 'a' });
  const ran = fact('ran', { tool: 'terminal', callId: 'a' });

  expect(play('lose', over, over, ran, ran, 'end').told).toEqual([
    '0 null unknown untimed',
    '0 null ran untimed',
  ]);
  // Nothing was missed, nothing says that it has ended, it has no name, or it is known.
  expect(play(over, ran, 'end').told).toEqual([]);
  expect(play('lose', ran, 'end').told).toEqual([]);
  expect(play('lose', fact('unknown', { tool: 'terminal' }), 'end').told).toEqual([]);
  expect(play(call('a'), over, ran, 'lose', over, 'end').told).toEqual([
    '0 a running',
    '0 a unknown',
    '0 a ran',
  ]);
});

test('what is repeated behind a gap goes on where it was, and is no other call', () => {
  const again = (fact: ProgressFact): ProgressFact => ({ ...fact, untimed: true, again: true });
  const over = fact('unknown', { tool: 'terminal', callId: 'a' });

  expect(
    play(call('a'), over, call('b'), 'lose', again(call('a')), again(over), again(call('b'))).told,
  ).toEqual([
    '0 a running',
    '0 a unknown',
    '1 b running',
    '1 b ended untimed',
    '1 b running untimed',
  ]);
  expect(play(call('a'), 'lose', again(call('a')), finished('a'), again(call('c'))).told).toEqual([
    '0 a running',
    '0 a ended untimed',
    '0 a running untimed',
    '0 a unknown untimed',
    '1 c running untimed',
  ]);
});

test('a question that is told again stays with its call, and ends with its answer', () => {
  const { told, changes } = play(
    call('a'),
    asked('q'),
    call('b'),
    asked('q'),
    asked('q', 'answered'),
    asked('q', 'answered'),
    asked('p', 'answered'),
  );

  expect(told).toEqual(['0 a running', '0 a waiting', '1 b running', '0 a waiting', '0 a running']);
  expect(changes.at(-1)?.question).toBeUndefined();
});

test('two questions of calls that nothing announced are two calls', () => {
  expect(play(asked('q'), asked('q'), asked('p')).told).toEqual([
    '0 rm waiting',
    '0 rm waiting',
    '0 rm ended',
    '1 rm waiting',
  ]);
});

const child = (id: string, more: Partial<SubAgent> = {}): ProgressFact =>
  fact('sub-agent', { tool: 'delegate_task', subAgent: { id, state: 'running', ...more } });

/** Returns the sub-agents of each change, as "call status: states". */
function subAgentsTold(...steps: readonly Step[]): string[] {
  return play(...steps).changes.flatMap(({ call, status, receipt }) =>
    receipt?.subAgents
      ? [`${call} ${status}: ${receipt.subAgents.map(({ state }) => state).join(', ')}`]
      : [],
  );
}

test('sub-agents belong to the call that started them, also once it is over', () => {
  const delegates = fact('running', { tool: 'delegate_task', label: 'look' });
  const over = fact('started', { tool: 'delegate_task' });

  expect(
    subAgentsTold(
      child('before any call'),
      delegates,
      running('a'),
      child('1'),
      child('2'),
      child('1', { state: 'unknown' }),
      over,
      child('2', { state: 'failed' }),
      child('3'),
    ),
  ).toEqual([
    '0 running: running',
    '0 running: running, running',
    '0 running: unknown, running',
    '0 started: unknown, failed',
  ]);
  expect(subAgentsTold(running('a'), child('1'))).toEqual([]);
});

test('what is newly known of a running call is told, and repeats nothing else', () => {
  const receipt = { subAgents: [{ state: 'running', messages: 2 }] } as const;
  expect(play(running('a'), running('a', { receipt }), running('a')).changes).toMatchObject([
    { status: 'running' },
    { status: 'running', receipt },
  ]);
});
