import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { createProgressOut } from '../../src/gateway/progress-out.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, endsEvery, pushAll, textOf } from '../normalizer/splits.ts';

function recorded(name: string): string {
  return readRecording(name).frames.join('');
}

/** @returns the output if the network cuts the body after so many bytes; 0 for not at all */
function handOn(body: string, form: 'hermes' | 'comments', size: number): string {
  const out = createProgressOut(form);
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    report: out.onEvent,
  });
  const bytes = bytesOf(body);
  return textOf(
    pushAll(out.around(normalizer!), bytes, size === 0 ? [] : endsEvery(bytes.length, size)),
  );
}

interface Event {
  readonly name: string;
  readonly data: string;
}

function eventsOf(text: string): { events: Event[]; comments: string[] } {
  const events: Event[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => void events.push({ name: event, data }),
    onComment: (comment) => void comments.push(comment),
  });
  parser.feed(text);
  return { events, comments };
}

function dataOf(events: readonly Event[]): string[] {
  return events.map(({ data }) => data);
}

const SIZES = [0, 1, 7, 100, 4096];
const NAMES = [
  'v0.8-chat-scenario-1',
  'v0.8-chat-scenario-2',
  'v0.9-chat-scenario-2',
  'v0.19-chat-scenario-2',
];

test.each(NAMES)(
  '%s: tools are reported as Hermes does wherever the network cuts, and everything else is the same',
  (name) => {
    const body = recorded(name);
    const plain = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
    const cleaned = dataOf(eventsOf(textOf(pushAll(plain!, bytesOf(body), []))).events);
    for (const size of SIZES) {
      const { events } = eventsOf(handOn(body, 'hermes', size));
      const toolEvents = events.filter((event) => event.name === 'hermes.tool.progress');

      expect(toolEvents.length).toBeGreaterThan(1);
      for (const { data } of toolEvents)
        expect(JSON.parse(data)).toMatchObject({
          toolCallId: expect.stringMatching(/./) as string,
          status: expect.stringMatching(/^(?:running|completed)$/) as string,
        });
      expect(dataOf(events.filter((event) => event.name === ''))).toEqual(cleaned);
      expect(events.at(-1)?.data).toBe('[DONE]');
    }
  },
);

test.each(SIZES)(
  'a question of the agent passes on, or becomes a comment, however it is cut (%i)',
  (size) => {
    const asked = eventsOf(recorded('v0.22-danger')).events.find(
      ({ name }) => name === 'approval.request',
    )!;
    const known = [
      'command',
      'description',
      'run_id',
      'request_id',
      'choices',
      'allow_session',
      'allow_permanent',
    ];
    const told = JSON.parse(asked.data) as Record<string, unknown>;

    const { events } = eventsOf(handOn(recorded('v0.22-danger'), 'hermes', size));
    expect(events.map(({ name }) => name).filter(Boolean)).toEqual([
      'hermes.tool.progress',
      'approval.request',
      'hermes.tool.progress',
    ]);
    expect(JSON.parse(events.find(({ name }) => name === 'approval.request')!.data)).toEqual({
      event: 'approval.request',
      ...Object.fromEntries(known.map((key) => [key, told[key]])),
    });

    const { events: plain, comments } = eventsOf(
      handOn(recorded('v0.22-danger'), 'comments', size),
    );
    expect(plain.map(({ name }) => name).filter(Boolean)).toEqual([]);
    expect(
      comments.filter(
        (text) => text.includes('rm -rf /srv/demo/old') && text.includes('"waiting"'),
      ),
    ).toHaveLength(1);
  },
);

test('comments contain everything that is known, and are events for nobody', () => {
  const { events, comments } = eventsOf(handOn(recorded('v0.19-chat-scenario-1'), 'comments', 0));

  const toolEvents = comments.filter((text) => text.startsWith('tool-progress '));
  const statuses = toolEvents.map(
    (text) => (JSON.parse(text.slice(14)) as { status: string }).status,
  );
  expect(statuses).toEqual(['running', 'unknown']);
  expect(events.filter(({ name }) => name !== '')).toEqual([]);
});

test('progress is between the texts between which the tool ran', () => {
  const { events } = eventsOf(handOn(recorded('v0.8-chat-scenario-1'), 'hermes', 0));

  const at = events.findIndex(({ name }) => name !== '');
  expect(dataOf(events.slice(0, at)).join('')).toContain('check. ');
  expect(dataOf(events.slice(at)).join('')).toContain('All ');
});

test('nothing is inserted in the middle of a frame that is too long to be read', () => {
  const out = createProgressOut('comments');
  const nothing = (): Uint8Array => bytesOf('');
  const passing = {
    push: (chunk: Uint8Array) => [chunk],
    end: nothing,
    idle: nothing,
    waits: () => false,
  };
  const normalizer = out.around(passing);

  const middle = normalizer.push(bytesOf('data: half'));
  const progress = {
    call: 0,
    source: 'event',
    tool: 'a',
    emoji: null,
    label: null,
    callId: null,
    status: 'running',
    provenance: 'server',
  } as const;
  out.onEvent({ type: 'progress', progress });
  const rest = normalizer.push(bytesOf(' a frame\n\ndata: next\n\n'));

  expect(textOf(middle)).toBe('data: half');
  expect(textOf(rest)).toMatch(/^ a frame\n\n: tool-progress \{.*\}\n\ndata: next\n\n$/);
});
