import { expect, test } from 'vitest';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { diagnosisText } from '../../src/doctor/diagnosis-text.ts';
import type { Diagnosis, Finding } from '../../src/doctor/diagnosis.ts';

const HEALTHY: Diagnosis = {
  carrier: 'event-stream',
  contentType: 'text/event-stream',
  status: null,
  isLookedAt: true,
  dialects: ['openai-chat'],
  servers: [],
  bytes: 1,
  frames: 2,
  tools: { calls: 0, names: [] },
  markers: { server: 0, imitated: 0, unknown: 0 },
  lookalikes: 0,
  finishReasons: [{ name: 'stop', count: 1 }],
  done: true,
  errors: [],
  findings: [],
  unknownEvents: [],
  isUnchanged: true,
};

const FINDING: Finding = {
  id: 'done',
  defect: 'It ends.',
  breaks: ['this: hangs', 'that'],
  whatWeDo: 'It is added.',
  source: 'https://example.org',
  allowed: null,
  repaired: 'always',
  count: 1,
  firstFrame: null,
  excerpt: 'data: x',
};

test('a stream without defects', () => {
  expect(diagnosisText(HEALTHY)).toBe(`Stream:   server-sent events
Format:   OpenAI chat completions
Type:     text/event-stream
Server:   unknown, in the shape of OpenAI
Size:     2 frames, 1 byte
End:      finish reason stop, [DONE]
Tools:    none reported by events
Markers:  none
Page:     gets every byte as it came

No defects found.
`);
});

test('a stream with everything there is to report', () => {
  const text = diagnosisText({
    ...HEALTHY,
    contentType: null,
    done: false,
    isUnchanged: false,
    servers: [
      { name: 'LobeHub', version: null, by: 'the shape' },
      { name: 'Hermes Agent', version: '0.12 or later', by: 'events' },
    ],
    lookalikes: 0,
    finishReasons: [
      { name: '', count: 2 },
      { name: 'stop', count: 1 },
    ],
    errors: [
      { name: 'too long', count: 2 },
      { name: 'no', count: 1 },
    ],
    tools: {
      calls: 3,
      names: [
        { name: 'terminal', count: 2 },
        { name: 'todo', count: 1 },
      ],
    },
    markers: { server: 1, imitated: 2, unknown: 3 },
    unknownEvents: [{ name: 'x.progress', count: 4 }],
    findings: [
      FINDING,
      { ...FINDING, id: 'p', repaired: 'optional', count: 2, firstFrame: 7, breaks: ['this'] },
      { ...FINDING, id: 'k', repaired: 'not-here', firstFrame: 1 },
    ],
  });

  expect(text).toBe(`Stream:   server-sent events
Format:   OpenAI chat completions
Type:     not recorded
Server:   LobeHub (by the shape); behind it Hermes Agent 0.12 or later (by events)
Size:     2 frames, 1 byte
End:      finish reason "" (2), stop, no [DONE]
Error:    too long (2 times)
Error:    no
Tools:    3 calls reported by events: terminal (2), todo
Markers:  6 removed: 1 by the server, 2 faked by the model, no tool ran, 3 by the model or the server: it is not certain which
Unknown:  events x.progress (4)
Page:     gets the repaired stream

Defects found: 3

1. It ends. (done: once, at the end of the stream)
   Seen:     data: x
   Breaks:   this: hangs
             that
   We:       It is added. [on]
   Source:   https://example.org

2. It ends. (p: 2 times, first in frame 7)
   Seen:     data: x
   Breaks:   this
   We:       It is added. [off by default: it changes what the stream means]
   Source:   https://example.org

3. It ends. (k: once, first in frame 1)
   Seen:     data: x
   Breaks:   this: hangs
             that
   We:       It is added. [not here: nothing else in this stream needs repair]
   Source:   https://example.org
`);
});

test('what is allowed is not called a defect of the server', () => {
  const allowed = { ...FINDING, allowed: 'the standard' };
  const told = diagnosisText({ ...HEALTHY, findings: [allowed] });
  expect(told).toContain(
    '\nNo defects of the server found; allowed, but some clients break on it: 1\n\n1. It ends.',
  );
  expect(told).toContain(
    '   Fault:    of these clients, not of the server: the standard allows it\n',
  );
  expect(diagnosisText({ ...HEALTHY, findings: [FINDING, allowed, allowed] })).toContain(
    '\nDefects found: 1; allowed, but some clients break on it: 2\n',
  );
});

test('each kind of stream has its own words', () => {
  const lines = (more: Partial<Diagnosis>): string[] =>
    diagnosisText({ ...HEALTHY, ...more })
      .split('\n')
      .slice(0, 6);

  expect(
    lines({ carrier: 'json-lines', contentType: null, dialects: ['ollama'], frames: 1 }),
  ).toEqual([
    'Stream:   lines of JSON',
    'Format:   Ollama',
    'Type:     not recorded',
    'Server:   unknown',
    'Size:     1 line, 1 byte',
    'Tools:    none reported by events',
  ]);
  expect(lines({ carrier: 'socket', dialects: [] })).toEqual([
    'Stream:   packets of socket.io',
    'Format:   unknown',
    'Server:   unknown',
    'Size:     2 packets, 1 byte',
    'Tools:    none reported by events',
    'Markers:  none',
  ]);
  expect(lines({ carrier: 'json', finishReasons: [] }).at(-1)).toBe('End:      no finish reason');
  expect(lines({ contentType: 'text/html', isLookedAt: false })[2]).toBe(
    'Type:     text/html; a response of this type passes untouched; below is what would be done',
  );
  expect(lines({ dialects: ['from-the-future'] })[1]).toBe('Format:   from-the-future');
});

test('nothing that a public issue gets contains a secret', () => {
  const secret = 'sk-live-1234567890abcdef';
  const event = (json: object): string => `data: ${JSON.stringify(json)}\n\n`;
  const choice = (delta: object, finish: string | null = null): object => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const bodies = [
    event({ error: { message: `Invalid key Bearer ${secret}` } }),
    event(choice({ role: 'assistant', content: `<|im_end|> token=${secret}` }, 'stop')),
    event(
      choice({
        content: `<tool_call>{"name":"terminal","arguments":{"command":"curl -u ${secret}"}}`,
      }),
    ),
    event(choice({ role: 'assistant', content: `${'x '.repeat(50)}${secret}<|im_end|>` }, 'stop')),
    event(choice({ role: '', content: `api_key="${secret}"` })),
    event({ status: `Authorization: Bearer ${secret}` }) + event(choice({ content: 'a' }, secret)),
    `Unauthorized: Bearer ${secret}`,
  ];
  for (const body of bodies) {
    const diagnosis = diagnose({
      contentType: 'text/event-stream',
      sessionId: null,
      status: { code: 401, reason: `Bearer ${secret}` },
      body: new TextEncoder().encode(body),
    });
    expect(diagnosis.findings.length).toBeGreaterThan(0);
    for (const said of [diagnosisText(diagnosis), JSON.stringify(diagnosis)])
      expect(said).not.toContain('1234567890');
  }
});
