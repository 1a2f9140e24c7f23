import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../src/normalizer/bodies/event-normalizer.ts';
import { createMarkerFilter } from '../../src/normalizer/text/marker-filter.ts';
import type { Range } from '../../src/normalizer/text/removed-ranges.ts';
import { createRuleFilter } from '../../src/normalizer/rules/rule-filter.ts';
import { createSocketNormalizer } from '../../src/normalizer/socket-io/socket-normalizer.ts';
import { compiled, lineRule } from './rules/filtered.ts';
import { bytesOf, chunkJson, joinedText, textOf } from './splits.ts';
import { on, onMessages } from '../support/on.ts';
import { runs } from '../support/speed.ts';

const RULES = compiled([lineRule('a/call', '[Calling {tool}]', 'start')]);
const RUNNING =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}\n\n';

function createNormalizer(options: Partial<BodyOptions>): BodyNormalizer {
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    rules: RULES,
    ...options,
  });
  if (!normalizer) throw new Error('no normalizer');
  return normalizer;
}

function frameOf(delta: string): string {
  return `data: ${chunkJson(delta)}\n\n`;
}

/** Pushes frames one by one; `off` says before which of them cleaning is off. */
function pushed(
  frames: readonly string[],
  off: (i: number) => boolean,
  options: Partial<BodyOptions> = {},
): readonly string[] {
  let cleans = true;
  const normalizer = createNormalizer({ ...options, cleans: () => cleans });
  const out = frames.map((frame, i) => {
    cleans = !off(i);
    return textOf(normalizer.push(bytesOf(frame)));
  });
  return [...out, textOf(normalizer.end())];
}

test('while it is off, every frame leaves at once and unchanged, but everything is reported', () => {
  const reported: string[] = [];
  const frames = ['A.\n', '`⏰ li', 'st`\n', '\n', '[Call', 'ing x]', '\n'].map(frameOf);
  const options: Partial<BodyOptions> = {
    report: on({
      marker: () => reported.push('marker'),
      rule: ({ rule }) => reported.push(rule),
      event: () => reported.push('event removed'),
      progress: ({ progress: { tool, label, status } }) =>
        reported.push(`${tool ?? label} ${status}`),
    }),
  };

  expect(pushed([RUNNING, ...frames], () => true, options)).toEqual([RUNNING, ...frames, '']);
  expect(reported).toEqual([
    'terminal running',
    'marker',
    'a/call',
    'x running',
    'terminal ended',
    'x ended',
  ]);
});

test('when it is turned off, held text leaves whole with the next frame, and its rest stays too', () => {
  const frames = ['A.\n', '`⏰ li', 'st`\n', '\n', 'B'].map(frameOf);

  const out = pushed(frames, (i) => i === 2);

  // The line feed at the end may be removed with a marker that follows.
  expect(out).toEqual(['', '', frames.slice(0, 3).join(''), '', frames.slice(3).join(''), '']);
});

test('when it is turned on, the rest of what began before leaves as well, and later markers are removed', () => {
  const deltas = ['[Calling', ' x]\n', '[Calling y]\n', 'a'];

  const out = pushed(deltas.map(frameOf), (i) => i === 0);

  expect(joinedText(out.join(''))).toBe('[Calling x]\na');
});

/** All texts that are left when some of the ranges are removed, each as a whole or not at all. */
function textsWithout(text: string, ranges: readonly Range[]): Set<string> {
  let left: { readonly text: string; readonly at: number }[] = [{ text: '', at: 0 }];
  for (const [from, to] of ranges) {
    left = left.flatMap(({ text: before, at }) => [
      { text: before + text.slice(at, from), at: to },
      { text: before + text.slice(at, to), at: to },
    ]);
  }
  return new Set(left.map(({ text: before, at }) => before + text.slice(at)));
}

const LINES = fc.array(fc.constantFrom('A.', '', '`⏰ list`', '[Calling x]', '```'), {
  minLength: 1,
  maxLength: 6,
});

/** The ranges that rules and markers remove from a text that comes unit by unit. */
function rangesOf(text: string): readonly Range[] {
  const filters = [
    createMarkerFilter({ isInjected: () => false, onMarker() {} }),
    createRuleFilter(RULES, { onRule() {} }),
  ];
  const ranges = filters.flatMap((filter) => {
    filter.push(text);
    filter.end();
    return filter.removals();
  });
  return ranges.sort((a, b) => a[0] - b[0]);
}

test('turned off and on at any time, each marker and each line is removed as a whole or stays as a whole', () => {
  fc.assert(
    fc.property(LINES, fc.array(fc.nat(60), { maxLength: 4 }), (lines, turns) => {
      const text = lines.join('\n');
      const ranges = rangesOf(text);
      // Overlapping ones are not distinguished.
      fc.pre(ranges.every(([from], i) => i === 0 || from >= (ranges[i - 1]?.[1] ?? 0)));
      const off = (i: number): boolean => turns.filter((turn) => turn <= i).length % 2 === 1;
      const out = pushed([...text].map(frameOf), off).join('');
      expect([text, textsWithout(text, ranges).has(joinedText(out))]).toEqual([text, true]);
    }),
    { numRuns: runs(1500) },
  );
});

test('a whole response leaves unchanged', () => {
  const json =
    '{"choices":[{"index":0,"message":{"role":"assistant","content":"A.\\n`⏰ list`\\n\\n[Calling x]\\nb"}}]}';
  const normalizer = createNormalizer({ contentType: 'application/json', cleans: () => false });

  normalizer.push(bytesOf(json));

  expect(textOf(normalizer.end())).toBe(json);
});

test('stored chats have a separate switch', () => {
  const json =
    '[{"role":"assistant","content":"A.\\n`⏰ list`\\n\\n[Calling x]\\nb"},{"role":"user","content":"[Calling x]\\n`⏰ list`"}]';
  const read = (options: Partial<BodyOptions>): string => {
    const normalizer = createNormalizer({
      contentType: 'application/json',
      url: 'https://chat.example/api/messages',
      isReply: false,
      ...options,
    });
    normalizer.push(bytesOf(json));
    return textOf(normalizer.end());
  };
  const cleaned = json.replace('\\n`⏰ list`\\n\\n[Calling x]\\nb', '\\nb');

  let markers = 0;
  expect(read({ onStoredMarkers: (more) => void (markers += more) })).toBe(cleaned);
  expect(markers).toBe(2);
  expect(read({ rules: null })).toBe(json.replace('`⏰ list`\\n\\n', ''));
  expect(read({ cleans: () => false })).toBe(cleaned);
  expect(read({ cleansStored: () => false })).toBe(json);
});

test('stored chats, one per line, have it too', () => {
  const line =
    '{"id":"x","chat":{"history":{"messages":{"m":{"role":"assistant","content":"[Calling x]\\nb"}}}}}\n';
  const read = (options: Partial<BodyOptions>): string => {
    const normalizer = createNormalizer({
      contentType: 'application/x-ndjson',
      url: 'https://chat.example/api/v1/chats/all',
      ...options,
    });
    return textOf(normalizer.push(bytesOf(line))) + textOf(normalizer.end());
  };

  expect(read({})).toBe(line.replace('[Calling x]\\n', ''));
  expect(read({ cleansStored: () => false })).toBe(line);
});

test('an EventSource gets each event unchanged, and held text with the first of them', () => {
  let cleans = true;
  const normalizer = createEventNormalizer(() => ({ rules: RULES, cleans: () => cleans }));
  const receive = (delta: string): string => {
    const { choices } = JSON.parse(normalizer.receive(null, chunkJson(delta))) as {
      choices: { delta: { content: string } }[];
    };
    return choices[0]?.delta.content ?? '';
  };

  expect(['a\n[Call', 'ing x'].map(receive)).toEqual(['a\n', '']);
  cleans = false;
  expect(['', ']\n', '[Calling y]\n', '[Call'].map(receive)).toEqual([
    '[Calling x',
    ']\n',
    '[Calling y]\n',
    '[Call',
  ]);
  cleans = true;
  expect(['ing z]\n', '[Calling z]\n', 'b'].map(receive)).toEqual(['ing z]', '\n', 'b']);
});

test('a tool event stays in an EventSource', () => {
  const data = '{"tool":"terminal","emoji":"💻","label":"ls","toolCallId":"c1","status":"running"}';
  const normalizer = createEventNormalizer(() => ({ cleans: () => false }));

  expect(normalizer.receive('hermes.tool.progress', data)).toBe(data);
});

function packet(type: string, data: unknown): string {
  return `42${JSON.stringify(['events', { chat_id: 'c', message_id: 'm', data: { type, data } }])}`;
}

test('Open WebUI’s snapshots are complete while it is off, and clean again when it is on', () => {
  let cleans = true;
  const reported: string[] = [];
  const socket = createSocketNormalizer({
    rules: RULES,
    cleans: () => cleans,
    report: onMessages({
      marker: () => reported.push('marker'),
      rule: ({ rule }) => reported.push(rule),
    }),
  });
  const show = (content: string): string => {
    const packetOf = (text: string): string =>
      packet('chat:completion', { content: text, done: false });
    const out = socket.receive(packetOf(content));
    return (JSON.parse(out.slice(2)) as [string, { data: { data: { content: string } } }])[1].data
      .data.content;
  };

  expect(show('[Calling x]\nA.\n`⏰ li')).toBe('A.');
  cleans = false;
  expect(show('[Calling x]\nA.\n`⏰ list`\n')).toBe('[Calling x]\nA.\n`⏰ list`\n');
  expect(show('[Calling x]\nA.\n`⏰ list`\n\nB')).toBe('[Calling x]\nA.\n`⏰ list`\n\nB');
  cleans = true;
  expect(show('[Calling x]\nA.\n`⏰ list`\n\nB c')).toBe('A.\nB c');
  expect(reported).toEqual(['a/call', 'marker']);
});

test('Open WebUI’s deltas release held text, and titles and whole texts stay', () => {
  let cleans = true;
  const socket = createSocketNormalizer({ rules: RULES, cleans: () => cleans });
  const append = (content: string): string => {
    const out = socket.receive(packet('message', { content }));
    return (JSON.parse(out.slice(2)) as [string, { data: { data: { content: string } } }])[1].data
      .data.content;
  };

  expect(['a\n', '[Call'].map(append)).toEqual(['a', '\n']);
  cleans = false;
  expect(['ing x]\n', '[Calling y]\n'].map(append)).toEqual(['[Calling x]\n', '[Calling y]\n']);
  const others = [
    packet('chat:title', 'A chat!\n`⏰ list`'),
    packet('replace', { content: '[Calling x]\na' }),
  ];
  expect(others.map((other) => socket.receive(other))).toEqual(others);
  cleans = true;
  expect(socket.receive(packet('chat:title', 'A chat!\n`⏰ list`'))).toBe(
    packet('chat:title', 'A chat!'),
  );
});
