import { expect, test } from 'vitest';
import { createReplyVoice, LATE } from '../../../src/badges/reply/reply-voice.ts';

type State = Parameters<ReturnType<typeof createReplyVoice>['update']>[0];

/** Everything announced of a reply of two tools that goes through these states. */
function hear(states: readonly State[], firstName: string | null = 'ls'): string[] {
  const said: string[] = [];
  const count = { tools: 2, more: false, ran: [], failed: 0, refused: 0, faked: false };
  const voice = createReplyVoice({ firstName: () => firstName, count: () => count }, (text) =>
    said.push(text),
  );
  for (const state of states) voice.update(state);
  return said;
}

function running(shown: boolean): State {
  return { shown, endedAt: null, now: 0 };
}

function over(shown: boolean, since = 0): State {
  return { shown, endedAt: 1000, now: 1000 + since };
}

const START = 'Tool running: ls';
const END = '2 tools finished.';

test.each<[string, State[], string[]]>([
  [
    'start and end, once each',
    [running(true), running(true), over(true), over(true)],
    [START, END],
  ],
  [
    'nothing of a reply that is not shown',
    [running(false), over(false), over(false, LATE + 1)],
    [],
  ],
  ['the start when a running reply becomes visible', [running(false), running(true)], [START]],
  [
    'only the end when it becomes visible just after',
    [running(false), over(false), over(true, LATE)],
    [END],
  ],
  [
    'nothing when it becomes visible much later',
    [running(false), over(false), over(true, LATE + 1)],
    [],
  ],
  [
    'the end again when a reply continued',
    [running(true), over(true), running(true), over(true)],
    [START, END, END],
  ],
  [
    'nothing twice through navigation',
    [running(true), running(false), running(true), over(true), over(false), over(true)],
    [START, END],
  ],
])('a screen reader announces %s', (_what, states, said) => {
  expect(hear(states)).toEqual(said);
});

test('a reply whose first tool has no name yet is announced once it has one', () => {
  expect(hear([running(true)], null)).toEqual([]);
});
