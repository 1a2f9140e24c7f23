import { expect, test } from 'vitest';
import {
  createToolTracker,
  type ToolTracker,
} from '../../../src/normalizer/progress/tool-tracker.ts';
import type { ProgressFact } from '../../../src/normalizer/progress/progress.ts';
import type { Marker } from '../../../src/normalizer/text/marker-grammar.ts';
import { on } from '../../support/on.ts';

const LIST: Marker = { emoji: '⏰', label: 'list' };
const READ: Marker = { emoji: '📖', label: 'file' };

function track(): { tools: ToolTracker<Marker>; reported: string[] } {
  const reported: string[] = [];
  const tools = createToolTracker<Marker>(
    on({
      progress: ({ progress: { call, label, status, provenance } }) =>
        reported.push(`${call} ${label} ${status} ${provenance}`),
    }),
  );
  return { tools, reported };
}

function event({ emoji, label }: Marker, phase: ProgressFact['phase']): ProgressFact {
  return { source: 'event', tool: 't', emoji, label, callId: label, phase, provenance: 'server' };
}

test('a marker of the model waits for the end of the reply, and is the model’s own unless a tool accounts for it', () => {
  const { tools, reported } = track();
  tools.wrote(LIST);
  tools.wrote(READ);
  expect(reported).toEqual([]);

  tools.event(event(READ, 'running'));
  tools.event(event(READ, 'unknown'));
  tools.settle(() => 'imitated');

  expect(reported).toEqual([
    '0 file running server',
    '0 file unknown server',
    '1 list ended imitated',
  ]);
});

test.each<[string, (tools: ToolTracker<Marker>) => void]>([
  ['a marker of the server', (tools) => tools.marker(LIST, 'start', 'server')],
  ['a marker of anybody', (tools) => tools.marker(LIST, 'written', 'unknown')],
  ['a rule', (tools) => tools.hit({ rule: 'a/b', tells: 'start', tool: null, ...LIST })],
  ['tools that run elsewhere', (tools) => tools.unclear()],
])('%s accounts for a marker of the model', (_, account) => {
  const { tools, reported } = track();
  tools.wrote(LIST);
  account(tools);
  tools.settle(() => 'imitated');

  expect(reported.filter((line) => line.endsWith('imitated'))).toEqual([]);
});

test('a carrier that is not sure of a marker reports it so, and it accounts for another', () => {
  const { tools, reported } = track();
  tools.wrote(LIST);
  tools.settle(() => 'unknown');
  tools.wrote(LIST);
  tools.settle(() => 'imitated');

  expect(reported).toEqual(['0 list undecided unknown']);
});

test('an event that only ends a call accounts for nothing', () => {
  const { tools, reported } = track();
  tools.wrote(LIST);
  tools.event(event(LIST, 'unknown'));
  tools.settle(() => 'imitated');

  expect(reported.at(-1)).toBe('0 list ended imitated');
});

test('one kept line that may be a marker is told at the end, if a server has written such into the chat', () => {
  const told = (work: (tools: ToolTracker<Marker>) => void, known = ['⏰', '📖']): string[] => {
    const notes: string[] = [];
    const tools = createToolTracker<Marker>(on({ note: ({ note }) => notes.push(note.text) }));
    work(tools);
    for (let end = 0; end < 2; end++)
      tools.settle(
        () => 'imitated',
        (emoji) => known.includes(emoji),
      );
    return notes;
  };

  expect(told((tools) => tools.kept(LIST, false))).toEqual(['⏰ list']);
  expect(told((tools) => [LIST, READ, LIST].forEach((line) => tools.kept(line, false)))).toEqual([
    '⏰ list',
  ]);
  expect(told((tools) => tools.kept(LIST, false), ['📖'])).toEqual([]);
  expect(told((tools) => tools.kept(LIST, false), [])).toEqual([]);
  // A tool ran; it is prose; the page runs tools of its own; another is certainly faked.
  const silent: readonly ((tools: ToolTracker<Marker>) => void)[] = [
    (tools) => tools.event(event(LIST, 'running')),
    (tools) => tools.kept(READ, true),
    (tools) => tools.unclear(),
    (tools) => tools.wrote(READ),
  ];
  for (const work of silent)
    expect(
      told((tools) => {
        tools.kept(LIST, false);
        work(tools);
      }),
    ).toEqual([]);
  // One call accounts for one line.
  expect(
    told((tools) => {
      tools.event(event(LIST, 'running'));
      tools.kept({ ...LIST, label: 'update' }, false);
      tools.kept({ ...LIST, label: 'create' }, false);
    }),
  ).toEqual(['⏰ create']);
});
