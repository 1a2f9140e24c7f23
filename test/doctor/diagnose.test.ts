import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { diagnosisText } from '../../src/doctor/diagnosis-text.ts';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { DEFECTS } from '../clients/defects.ts';
import { ALL_REPAIRS, DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';
import { wrongIn } from '../support/lists.ts';
import { runs } from '../support/speed.ts';

const RECORDINGS = new URL('../recordings/', import.meta.url);

function recorded(name: string): Diagnosis {
  return diagnose(readResponse(readFileSync(new URL(`${name}.txt`, RECORDINGS))));
}

function ofBody(
  body: string,
  contentType: string | null = 'text/event-stream',
  sessionId: string | null = null,
): Diagnosis {
  const diagnosis = diagnose({ contentType, sessionId, body: bytesOf(body) });
  // The streams here have no beginning, and most have no role.
  return { ...diagnosis, findings: diagnosis.findings.filter(({ id }) => id !== 'no-role') };
}

/** What was found, as `id count×first`. */
function foundIn({ findings }: Diagnosis): string[] {
  return findings.map(({ id, count, firstFrame }) => `${id} ${count}×${firstFrame ?? 'end'}`);
}

function serversOf({ servers }: Diagnosis): string {
  return servers
    .map(({ name, version }) => (version === null ? name : `${name} ${version}`))
    .join(', ');
}

type Verdict = readonly [
  server: string,
  frames: number,
  tools: string,
  markers: readonly [server: number, imitated: number, unknown: number],
  found: readonly string[],
];

const NO_MARKERS = [0, 0, 0] as const;
const LATER = 'Hermes Agent 0.12 or later';

/** The verdict on every recording; facts of the recordings themselves. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  // Its call has a marker in place of arguments.
  'dialects/ag-ui': [
    'an AG-UI agent, such as those of CopilotKit',
    17,
    '0',
    [0, 0, 2],
    ['broken-arguments 1×15', 'markers 2×4'],
  ],
  'dialects/ai-sdk-data': [
    'an app of the AI SDK before version 5',
    13,
    '0',
    [0, 0, 2],
    ['markers 2×3'],
  ],
  'dialects/ai-sdk-messages': ['an app of the AI SDK', 23, '0', [0, 0, 2], ['markers 2×5']],
  'dialects/anything-llm': ['', 11, '0', [0, 0, 2], ['markers 2×2']],
  'dialects/dify': ['Dify', 12, '0', [0, 0, 2], ['markers 2×2']],
  'dialects/hf-chat-ui': ['', 14, '0', [0, 0, 2], ['markers 2×5']],
  'dialects/koboldcpp': ['KoboldCpp', 10, '0', [0, 1, 1], ['markers 2×2']],
  'dialects/libre-chat': ['', 13, '0', [0, 0, 2], ['markers 2×4']],
  'dialects/lobehub': [
    'LobeHub, Hermes Agent 0.12 or later',
    16,
    '1 terminal',
    [0, 1, 1],
    ['markers 2×7'],
  ],
  'dialects/ollama-chat': ['Ollama', 10, '0', [0, 1, 1], ['markers 2×2']],
  'dialects/ollama-generate': ['Ollama', 10, '0', [0, 1, 1], ['markers 2×2']],
  'hermes/v0.19-chat-scenario-0': ['Hermes Agent 0.9 or later', 5, '0', NO_MARKERS, []],
  'hermes/v0.19-chat-scenario-1': [LATER, 14, '1 terminal', NO_MARKERS, ['tool-events 2×5']],
  'hermes/v0.19-chat-scenario-2': [
    LATER,
    16,
    '3 terminal read_file',
    NO_MARKERS,
    ['tool-events 6×2'],
  ],
  'hermes/v0.19-chat-scenario-4': [
    'Hermes Agent 0.9 or later',
    3,
    '0',
    NO_MARKERS,
    ['server-error 1×2'],
  ],
  'hermes/v0.19-chat-scenario-5': [
    LATER,
    7,
    '1 terminal',
    NO_MARKERS,
    ['tool-events 2×2', 'keep-alive-comments 1×3'],
  ],
  'hermes/v0.19-chat-scenario-6': [LATER, 7, '1 terminal', NO_MARKERS, ['tool-events 2×2']],
  'hermes/v0.19-chat-scenario-8': ['Hermes Agent 0.9 or later', 5, '0', NO_MARKERS, []],
  'hermes/v0.19-chat-scenario-9': ['Hermes Agent 0.9 or later', 5, '0', NO_MARKERS, []],
  // NousResearch/hermes-agent#119758
  'hermes/v0.19-responses-scenario-1': [
    'Hermes Agent',
    12,
    '1 terminal',
    NO_MARKERS,
    ['part-missing 3×3'],
  ],
  'hermes/v0.19-runs-scenario-2': [LATER, 17, '3 terminal read_file', NO_MARKERS, []],
  'hermes/v0.19-runs-scenario-4': [LATER, 2, '0', NO_MARKERS, ['server-error 1×1']],
  'hermes/v0.19-session-scenario-2': ['Hermes Agent', 20, '3 terminal read_file', NO_MARKERS, []],
  'hermes/v0.22-danger': [LATER, 10, '1 terminal', NO_MARKERS, ['tool-events 3×3']],
  'hermes/v0.22-media': ['Hermes Agent 0.9 or later', 9, '0', NO_MARKERS, ['lone-comments 1×2']],
  'hermes/v0.22-resp-danger': ['Hermes Agent', 12, '1 terminal', NO_MARKERS, ['part-missing 3×3']],
  'hermes/v0.22-runs-tool': [LATER, 12, '1 terminal', NO_MARKERS, []],
  'hermes/v0.22-status': [
    'Hermes Agent 0.9 or later',
    7,
    '0',
    NO_MARKERS,
    ['server-error 1×6', 'tool-events 3×2'],
  ],
  'hermes/v0.22-tool': [LATER, 9, '1 terminal', NO_MARKERS, ['tool-events 2×3']],
  'hermes/v0.8-chat-scenario-0': ['Hermes Agent 0.8 or before', 5, '0', NO_MARKERS, []],
  'hermes/v0.8-chat-scenario-1': ['Hermes Agent 0.7 or 0.8', 13, '0', [1, 0, 0], ['markers 1×5']],
  'hermes/v0.8-chat-scenario-2': ['Hermes Agent 0.7 or 0.8', 13, '0', [3, 0, 0], ['markers 3×2']],
  'hermes/v0.8-chat-scenario-4': [
    'Hermes Agent 0.8 or before',
    3,
    '0',
    NO_MARKERS,
    ['empty-reply 1×end'],
  ],
  'hermes/v0.9-chat-scenario-0': ['Hermes Agent 0.9 or later', 5, '0', NO_MARKERS, []],
  'hermes/v0.9-chat-scenario-1': [
    'Hermes Agent 0.9 to 0.11',
    13,
    '1 terminal',
    NO_MARKERS,
    ['tool-events 1×5'],
  ],
  'hermes/v0.9-chat-scenario-2': [
    'Hermes Agent 0.9 to 0.11',
    13,
    '3 terminal read_file',
    NO_MARKERS,
    ['tool-events 3×2'],
  ],
  'hermes/v0.9-chat-scenario-4': [
    'Hermes Agent 0.9 or later',
    3,
    '0',
    NO_MARKERS,
    ['empty-reply 1×end'],
  ],
};

test('there is a verdict on every recorded response', () => {
  const names = ['hermes', 'dialects'].flatMap((folder) =>
    readdirSync(new URL(folder, RECORDINGS)).map((file) => `${folder}/${file.replace('.txt', '')}`),
  );

  expect(wrongIn('VERDICTS in test/doctor/diagnose.test.ts', Object.keys(VERDICTS), names)).toEqual(
    [],
  );
});

test.each(Object.entries(VERDICTS))('%s', (name, [server, frames, tools, markers, found]) => {
  const diagnosis = recorded(name);
  const { calls: count, names } = diagnosis.tools;

  expect([
    serversOf(diagnosis),
    diagnosis.frames,
    [count, ...names.map(({ name: tool }) => tool)].join(' '),
    [diagnosis.markers.server, diagnosis.markers.imitated, diagnosis.markers.unknown],
    foundIn(diagnosis),
  ]).toEqual([server, frames, tools, markers, found]);
  expect([diagnosis.isLookedAt, diagnosis.isUnchanged, diagnosis.unknownEvents]).toEqual([
    true,
    diagnosis.findings.every(({ repaired }) => repaired === 'never' || repaired === 'optional'),
    [],
  ]);
});

test('errors that the server reported, and how the reply ended', () => {
  expect(recorded('hermes/v0.19-chat-scenario-4')).toMatchObject({
    errors: [{ name: 'HTTP 400: fake upstream says no', count: 1 }],
    finishReasons: [{ name: 'error', count: 1 }],
    done: true,
  });
  expect(recorded('hermes/v0.8-chat-scenario-1')).toMatchObject({
    errors: [],
    finishReasons: [{ name: 'stop', count: 1 }],
    done: true,
    dialects: ['openai-chat'],
  });
});

const HEAD = {
  index: 0,
  id: 'c1',
  type: 'function',
  function: { name: 'get_weather', arguments: '' },
};
const END = sse(chunk({}, 'stop'), '[DONE]');
const CALLED = sse(chunk({}, 'tool_calls'), '[DONE]');
const ROLE = sse(chunk({ role: 'assistant', content: '' }));
const TEXT = sse(chunk({ content: 'Hello' }));

function pieces(...entries: readonly object[]): string {
  return sse(...entries.map((entry) => calls({ index: 0, ...entry }))) + CALLED;
}

/** What is found in the first stream with each defect; `off` if its repair is optional. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'tool-call-container': ['tool-call-container 2×2'],
  'tool-call-index': ['tool-call-index 2×2', 'tool-call-split 2×2'],
  'tool-call-empty-fields': ['tool-call-empty-fields 1×3'],
  'tool-call-arguments': ['tool-call-arguments 1×2', 'tool-call-split 1×2'],
  'tool-call-repeats': ['tool-call-repeats 2×3'],
  'tool-call-split': ['tool-call-split 1×2'],
  'tool-call-growing': ['tool-call-growing 1×3', 'tool-call-bare-head 2×2 off'],
  'tool-call-bare-head': ['tool-call-bare-head 1×2 off'],
  'tool-call-placeholder': ['tool-call-split 1×2', 'tool-call-placeholder 1×3'],
  'tool-call-nameless': ['tool-call-split 1×3', 'tool-call-nameless 1×3'],
  'tool-call-name-pieces': ['tool-call-name-pieces 1×3 off'],
  'first-role': ['first-role 1×1'],
  'data-comments': ['data-comments 1×1'],
  'silent-events': ['silent-events 1×3'],
  'error-lines': ['server-error 1×3', 'error-lines 1×3'],
  'bare-json': ['server-error 1×3', 'bare-json 1×3'],
  'joined-objects': ['joined-objects 1×2'],
  'data-lines': ['data-lines 1×2'],
  'last-blank-line': ['last-blank-line 1×3', 'done 1×3'],
  'keep-alive-comments': ['data-lines 1×2', 'keep-alive-comments 1×3'],
  'lone-comments': ['lone-comments 1×3 off'],
  'foreign-events': ['foreign-events 1×3'],
  done: ['done 1×end'],
  'null-choices': ['null-choices 1×5'],
  'empty-role': ['empty-role 2×1'],
  'delta-missing': ['delta-missing 1×3 off'],
  'content-arrays': ['content-arrays 2×2 off'],
  'cumulative-text': ['cumulative-text 3×5 off'],
  'finish-tool-calls': ['finish-tool-calls 1×4 off'],
  'finish-missing': ['finish-missing 1×4 off'],
};
const DEFECTIVE: Readonly<Record<string, string>> = Object.fromEntries(
  DEFECTS.toReversed()
    .filter(({ repair }) => ALL_REPAIRS.has(repair))
    .map(({ repair, body }) => [repair, textOf(body)]),
);

test('there is a defective stream for every repair', () => {
  expect(wrongIn('test/clients/defects.ts', Object.keys(DEFECTIVE), ALL_REPAIRS)).toEqual([]);
  expect(wrongIn('FOUND in test/doctor/diagnose.test.ts', Object.keys(FOUND), ALL_REPAIRS)).toEqual(
    [],
  );
});

test.each(Object.entries(FOUND))('%s', (id, found) => {
  const body = DEFECTIVE[id] ?? '';
  const diagnosis = ofBody(body);
  const finding = diagnosis.findings.find((each) => each.id === id);

  expect(
    foundIn(diagnosis).map((text, i) =>
      diagnosis.findings[i]?.repaired === 'optional' ? `${text} off` : text,
    ),
  ).toEqual(found);
  expect(finding?.repaired).toBe(DEFAULT_REPAIRS.has(id) ? 'always' : 'optional');
  expect(diagnosis.isUnchanged).toBe(!DEFAULT_REPAIRS.has(id));
  expect(ofBody(body, null).findings).toEqual(diagnosis.findings);
});

test('one sentence says exactly what was seen, without "or"', () => {
  for (const [id, body] of Object.entries(DEFECTIVE)) {
    const said = ofBody(body)
      .findings.map(({ defect }) => defect)
      .filter((defect) => / or /.test(defect));
    expect([id, said]).toEqual([id, []]);
  }
});

test('with carriage returns as line ends it is found in the same frames', () => {
  for (const [id, body] of Object.entries(DEFECTIVE)) {
    for (const lineEnd of ['\r', '\r\n']) {
      // After a carriage return the last frame is taken only at the end, so the two are one.
      const found = foundIn(ofBody(body)).map((text) =>
        lineEnd === '\r' ? text.replace('done 1×end', 'done 1×4') : text,
      );
      const again = foundIn(ofBody(body.replaceAll('\n', lineEnd)));
      expect([id, lineEnd, again.filter((text) => !text.startsWith('line-ends '))]).toEqual([
        id,
        lineEnd,
        found,
      ]);
    }
  }
});

test('the excerpt shows the frame in which it was found', () => {
  const [first] = ofBody(ROLE + 'event: ping\n\n' + TEXT + END).findings;
  expect([first?.excerpt, first?.firstFrame]).toEqual(['event: ping', 2]);
});

test('comments that stay, as nothing else needs repair, and foreign events are reported', () => {
  const diagnosis = ofBody(
    TEXT + ': keepalive\n\n' + 'event: x.progress\ndata: {}\n\n'.repeat(3) + END,
  );

  expect(
    diagnosis.findings.map(({ id, repaired, count, firstFrame }) => [
      id,
      repaired,
      count,
      firstFrame,
    ]),
  ).toEqual([
    ['lone-comments', 'optional', 1, 2],
    ['foreign-events', 'always', 3, 3],
  ]);
  expect([diagnosis.isUnchanged, diagnosis.unknownEvents]).toEqual([
    false,
    [{ name: 'x.progress', count: 3 }],
  ]);
});

test('a defect is found even in the middle of a stream, where frames may pass unread', () => {
  for (const id of ['data-lines', 'joined-objects'] as const) {
    expect([id, foundIn(ofBody(TEXT + DEFECTIVE[id]))]).toEqual([id, [`${id} 1×3`]]);
  }
});

test('what an optional repair changes counts for no other repair', () => {
  const lacking = sse({ ...chunk({}), choices: [{ index: 0 }] }, chunk({ content: 'a' }));

  expect(
    ofBody(lacking + ': keepalive\n\n' + END).findings.map(({ id, repaired, count }) => [
      id,
      repaired,
      count,
    ]),
  ).toEqual([
    ['keep-alive-comments', 'not-here', 1],
    ['delta-missing', 'optional', 1],
  ]);
});

test('a marker is reported in the frame where it ends, however late it is recognised', () => {
  const deltas = ['`⏰', ' list`', '\n', '\n', '\n', 'Done.'].map((content) => chunk({ content }));

  expect(foundIn(ofBody(sse(...deltas) + END))).toEqual(['markers 1×2']);
  expect(foundIn(ofBody(sse(...deltas).replaceAll('`', '\\u0060') + END))).toEqual(['markers 1×2']);
});

test('markers are distinguished by who wrote them', () => {
  const marked = sse(chunk({ content: '`⏰ list`\n\n\nDone.' })) + END;

  expect(ofBody(marked).markers).toEqual({ server: 0, imitated: 0, unknown: 1 });
  expect(ofBody(marked, 'text/event-stream', 'api-0123456789abcdef').markers).toEqual({
    server: 0,
    imitated: 1,
    unknown: 0,
  });
});

test('one line in the words of Hermes in one text is said to be undecided', () => {
  const quoted = ofBody(sse(chunk({ content: '`⏰ list`\n\nDone.' })) + END);

  expect(quoted).toMatchObject({
    markers: { server: 0, imitated: 0, unknown: 0 },
    lookalikes: 1,
    isUnchanged: true,
  });
  expect(foundIn(quoted)).toEqual([]);
  expect(ofBody(sse(chunk({ content: '`📝 Update README`\n\nDone.' })) + END).lookalikes).toBe(0);
});

test('where frames could not be read, nothing is said of what may be in them', () => {
  const halves = sse(chunk({ content: 'Hello there.' })).replace('there', ': heartbeat\n\nthere');

  expect(foundIn(ofBody(ROLE + halves + END))).toEqual(['data-not-json 1×2', 'no-frames 1×3']);
  expect(foundIn(ofBody(ROLE + halves + CALLED))).toEqual(['data-not-json 1×2', 'no-frames 1×3']);
  expect(foundIn(ofBody(ROLE + END))).toEqual(['empty-reply 1×end']);
});

test('a chat that goes on after its end, and a delta that is an object, are reported', () => {
  expect(foundIn(ofBody(ROLE + TEXT + END + TEXT))).toContain('goes-on 2×5');
  expect(ofBody(ROLE + TEXT + sse('[DONE]') + TEXT).findings[0]?.defect).toBe(
    'The reply goes on after [DONE].',
  );
  expect(
    foundIn(ofBody(ROLE + sse(chunk({ content: { type: 'text', text: 'Hi.' } })) + END)),
  ).toContain('delta-object 1×2');
});

test('a stream without defects is reported as such', () => {
  for (const body of [ROLE + TEXT + END, ROLE + pieces(HEAD, { function: { arguments: '{}' } })]) {
    expect(ofBody(body)).toMatchObject({ findings: [], isUnchanged: true });
  }
});

test('anything but a reply of an agent is unknown', () => {
  for (const body of [
    '<!doctype html><p>`⏰ x`',
    'data: 1\n\ndata: 2\n\n',
    '{"a":1}',
    '[1]',
    '\ufffd',
  ]) {
    expect([body, ofBody(body, null)]).toEqual([
      body,
      expect.objectContaining({
        dialects: [],
        servers: [],
        frames: body.startsWith('data') ? 2 : 1,
      }),
    ]);
  }
  expect(ofBody('', null)).toMatchObject({
    carrier: 'nothing',
    frames: 0,
    bytes: 0,
    findings: [{ id: 'empty-body' }],
    isUnchanged: true,
    isLookedAt: true,
  });
});

test('a whole response is diagnosed too', () => {
  const answer =
    '{"object":"chat.completion","model":"hermes-agent","choices":[{"index":0,"message":{"content":"`⏰ list`\\n\\nB"},"finish_reason":"stop"}]}';
  const diagnosis = ofBody(answer, null);

  expect([
    diagnosis.carrier,
    serversOf(diagnosis),
    foundIn(diagnosis),
    diagnosis.finishReasons,
  ]).toEqual(['json', 'Hermes Agent', ['markers 1×1'], [{ name: 'stop', count: 1 }]]);
});

test('a response that is left alone for its type is diagnosed as what it is', () => {
  for (const contentType of ['image/png', 'text/css', 'application/x-ndjson']) {
    expect([contentType, ofBody(TEXT + 'event: ping\n\n' + END, contentType)]).toEqual([
      contentType,
      expect.objectContaining({
        isLookedAt: false,
        carrier: 'event-stream',
        dialects: ['openai-chat'],
      }),
    ]);
    expect(foundIn(ofBody(TEXT + 'event: ping\n\n' + END, contentType))).toEqual([
      'silent-events 1×2',
    ]);
  }
  for (const contentType of ['text/plain', 'text/html', 'application/json'])
    expect(ofBody(TEXT, contentType).isLookedAt).toBe(true);
});

const PIECE = fc.oneof(
  fc.constantFrom(
    'data: ',
    'event: ',
    'error: ',
    ': ',
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    '\ufeff',
    '{',
    '}',
    '[DONE]',
    'null',
    '`⏰ x`',
    '"choices":',
    '\\u0060',
    '0:"a"\n',
    'hermes.tool.progress',
    '{"type":"response.output_text.delta","content_index":{"toString":1,"valueOf":1},"delta":"a"}',
    '{"type":"TEXT_MESSAGE_START","messageId":{"toString":1}}',
    '{"error":{"message":{}}}',
    '{"choices":[{"delta":{"tool_calls":[[]]}}]}',
    '{"choices":[{"delta":{"tool_calls":{"function":{"arguments":null}}}}],"id":{}}',
    ...Object.values(DEFECTIVE),
    TEXT,
    ROLE,
    END,
  ),
  fc.string({ unit: 'binary' }),
  fc.json(),
);

test('whatever arrives, it does not throw, and its memory is limited', () => {
  fc.assert(
    fc.property(
      fc.array(PIECE, { maxLength: 30 }),
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(
        null,
        '',
        'text/event-stream',
        'application/json',
        'application/x-ndjson',
        'text/plain',
        'text/html',
        '\u001b[2J',
      ),
      fc.option(fc.string()),
      (texts, raw, contentType, sessionId) => {
        const diagnosis = diagnose({
          contentType,
          sessionId,
          body: Buffer.concat([Buffer.from(texts.join('')), raw]),
        });
        expect(JSON.stringify(diagnosis).length).toBeLessThan(40_000);
        // oxlint-disable-next-line no-control-regex -- a terminal would obey them
        expect(diagnosisText(diagnosis)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
      },
    ),
    { numRuns: runs(400) },
  );
});

test('arguments that are an object are told in a whole answer, too, where nothing repairs them', () => {
  for (const given of ['{"a":1}', { a: 1 }]) {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: given } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
    const body = bytesOf(
      JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices }),
    );
    const told = foundIn(diagnose({ contentType: 'application/json', sessionId: null, body }));
    expect(told).toEqual(typeof given === 'string' ? [] : ['arguments-object 1×1']);
  }
});

test('a call that somebody may only show is told as one that may be', () => {
  const call = '<tool_call>\n{"name": "terminal", "arguments": {"command": "ls"}}\n</tool_call>';
  const result = '<tool_response>\na.txt\n</tool_response>';
  for (const [text, mayShow] of [
    [call, false],
    [`I look.\n${call}`, false],
    [`I look.\n\n${call}`, true],
    [`The model emits a block of this shape.\n\n${call}`, true],
    [`${call}\n${result}\n\nThere is one file.`, true],
  ] as const) {
    const body = bytesOf(sse(chunk({ content: text })) + sse(chunk({}, 'stop')));
    const { findings } = diagnose({
      contentType: 'text/event-stream',
      sessionId: null,
      tools: ['terminal'],
      body,
    });
    const words = findings.find(({ id }) => id === 'call-as-text')?.defect ?? '';
    expect([text, words]).toEqual([
      text,
      expect.stringMatching(mayShow ? /^The text shows or makes a tool call/ : /^The model wrote/),
    ]);
  }
});

test('a report on a stream of many names, errors and long frames is short', () => {
  const frames = Array.from(
    { length: 500 },
    (_, i) =>
      `event: x.${i}${'y'.repeat(500)}\ndata: {"error":0,"n":"${'z'.repeat(2000)}"}\n\n${sse({ error: { message: `${i} ${'no '.repeat(2000)}` } })}`,
  );
  const diagnosis = ofBody(
    TEXT + frames.join('') + sse(chunk({ content: 'a' }, 'f'.repeat(10_000))),
  );

  expect(diagnosis.errors).toHaveLength(20);
  expect(JSON.stringify(diagnosis).length).toBeLessThan(20_000);
});
