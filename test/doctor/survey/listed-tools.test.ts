import { expect, test } from 'vitest';
import { createListedTools } from '../../../src/doctor/survey/listed-tools.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';

function progress(call: number, more: Partial<Progress> = {}): Progress {
  return {
    call,
    source: 'event',
    tool: 'terminal',
    emoji: null,
    label: null,
    callId: null,
    status: 'running',
    provenance: 'server',
    ...more,
  };
}

function listedAfter(
  ...changes: readonly (readonly [reply: string, Progress])[]
): ReturnType<typeof createListedTools> {
  const tools = createListedTools();
  for (const [reply, change] of changes) tools.progress(reply, change);
  return tools;
}

test('a call counts once, whatever is reported of it; calls of other replies are separate', () => {
  const tools = listedAfter(
    ['a', progress(0)],
    ['a', progress(0, { status: 'unknown' })],
    ['a', progress(1, { tool: null })],
    ['b', progress(0, { tool: 'todo' })],
  );

  expect(tools.tools()).toEqual({
    calls: 3,
    names: [
      { name: 'terminal', count: 1 },
      { name: 'todo', count: 1 },
    ],
  });
  expect(tools.markers()).toEqual({ server: 0, imitated: 0, unknown: 0 });
});

test('markers count by who wrote them; unreported ones are uncertain', () => {
  const tools = listedAfter(
    ['a', progress(0, { source: 'marker', tool: null })],
    ['a', progress(0, { source: 'marker', tool: null, status: 'ended' })],
    ['a', progress(1, { source: 'marker', provenance: 'imitated', status: 'ended' })],
    ['a', progress(2, { source: 'marker', provenance: 'unknown' })],
  );
  for (let i = 0; i < 5; i++) tools.markerRemoved();

  expect(tools.markers()).toEqual({ server: 1, imitated: 1, unknown: 3 });
  expect(tools.tools()).toEqual({ calls: 0, names: [] });
});

test("a marker that an event reports as well is the server's, and one call", () => {
  const tools = listedAfter(
    ['a', progress(0, { source: 'marker', provenance: 'unknown' })],
    ['a', progress(0)],
  );
  tools.markerRemoved();

  expect([tools.markers(), tools.tools().calls]).toEqual([
    { server: 1, imitated: 0, unknown: 0 },
    1,
  ]);
});
