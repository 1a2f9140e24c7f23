import { expect, test } from 'vitest';
import { createOpenWebuiClient } from './client.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import {
  CHAT,
  chunk,
  completion,
  MESSAGE,
  messageItem,
  packetOf,
  REASONING,
  response,
  textDelta,
  watch,
} from './streams.ts';
import { onMessages } from '../../support/on.ts';

const TEXT = 'A.\n`⏰ list`\n\nB';

function receive(packet: string): string {
  return createSocketNormalizer({}).receive(packet);
}

type Kind = readonly [type: string, data: (text: string) => unknown];

/** An event of Responses. */
function event(type: string, data: (text: string) => object): Kind {
  return ['response:completion', (text) => ({ type: `response.${type}`, ...data(text) })];
}

test('every kind of text by itself is cleaned', () => {
  const rows: readonly Kind[] = [
    ['chat:completion', (content) => ({ content, done: true })],
    ['chat:completion', (text) => ({ output: [messageItem(text, 'completed')], done: true })],
    ['chat:completion', (content) => ({ choices: [{ message: { content } }] })],
    ['chat:completion', (content) => chunk({ content })],
    ['response:completion', (text) => textDelta(text)],
    event('output_text.done', (text) => ({
      item_id: 'i',
      output_index: 0,
      content_index: 0,
      text,
    })),
    event('content_part.added', (text) => ({ item_id: 'i', part: { type: 'output_text', text } })),
    event('content_part.done', (text) => ({ item_id: 'i', part: { type: 'output_text', text } })),
    event('output_item.added', (text) => ({ output_index: 0, item: messageItem(text) })),
    event('output_item.done', (text) => ({
      output_index: 0,
      item: messageItem(text, 'completed'),
    })),
    event('completed', (text) => ({ response: { output: [messageItem(text, 'completed')] } })),
    ['chat:message:delta', (content) => ({ content })],
    ['message', (content) => ({ content })],
    [
      'chat:outlet',
      (content) => ({
        messages: [{ id: 'x', role: 'assistant', content, output: [messageItem(content)] }],
      }),
    ],
    ['chat:outlet', (content) => ({ messages: [{ id: MESSAGE, content }] })],
  ];

  for (const [type, data] of rows)
    expect([type, receive(packetOf(type, data(TEXT)))]).toEqual([
      type,
      packetOf(type, data('A.\nB')),
    ]);
});

test('titles and notifications are cleaned, but never to nothing', () => {
  for (const [type, data] of [
    ['chat:title', (text: string) => text],
    ['notification', (content: string) => ({ type: 'info', content })],
    ['chat:completion', (title: string) => ({ done: true, title })],
  ] as const) {
    expect(receive(packetOf(type, data('`⏰ list`\n\nA title')))).toBe(
      packetOf(type, data('A title')),
    );
    expect(receive(packetOf(type, data('`⏰ list`')))).toBe(packetOf(type, data('`⏰ list`')));
  }
});

test('what the user wrote is never changed', () => {
  const socket = createSocketNormalizer({});
  const outlet = packetOf('chat:outlet', {
    messages: [
      { id: 'u', role: 'user', content: TEXT },
      { id: 's', role: 'system', content: TEXT },
      { id: 'q', content: TEXT },
      TEXT,
    ],
  });

  expect(socket.receive(outlet)).toBe(outlet);
  for (const type of ['chat:message', 'replace', 'message']) {
    const edited = packetOf(type, { content: TEXT }, { message: 'u' });
    expect(socket.receive(edited)).toBe(edited);
  }
});

test('a replaced text is left alone if its message is unknown, and cleaned in a reply', () => {
  const asked = new Set<string>();
  const replaced = (type: string): string => packetOf(type, { content: TEXT });
  for (const type of ['chat:message', 'replace']) {
    expect(receive(replaced(type))).toBe(replaced(type));
    const cleaned = packetOf(type, { content: 'A.\nB' });
    const before = [
      packetOf('message', { content: 'x' }),
      packetOf('status', { description: 'Searching' }),
      packetOf('source', {}),
      completion({ done: true, content: 'x' }),
      response(chunk({ role: 'assistant', content: '' })),
      packetOf('chat:outlet', {
        messages: [
          { id: MESSAGE, role: 'assistant', content: 'x' },
          { id: 'u', role: 'user', content: 'x' },
        ],
      }),
    ];
    for (const packet of before) {
      const socket = createSocketNormalizer({});
      socket.receive(packet);
      expect(socket.receive(replaced(type))).toBe(cleaned);
      expect(socket.receive(packetOf(type, { content: TEXT }, { message: 'u' }))).toBe(
        packetOf(type, { content: TEXT }, { message: 'u' }),
      );
    }
    // What the page itself has asked for is a reply before any event of it arrives.
    const socket = createSocketNormalizer({ isReply: ({ messageId }) => asked.has(messageId) });
    expect(socket.receive(replaced(type))).toBe(replaced(type));
    asked.add(MESSAGE);
    expect(socket.receive(replaced(type))).toBe(cleaned);
    asked.clear();
  }
});

test('blocks of tools and reasoning in content stay unchanged, and texts beside them lose their markers at any edge', () => {
  const tools =
    '<details type="tool_calls" done="true" name="x" arguments="&quot;`⏰ list`&quot;">\n<summary>Tool</summary>\n`⏰ list`\n\n</details>';
  const content = (first: string, second: string): string =>
    `${REASONING}${first}\n${tools}\n${second}`;
  const rows = [
    ['Let me.\n`⏰ list`', '`📖 a/b`\n\nDone.', 'Let me.', '\nDone.'],
    ['`⏰ list`', '`⏰ run`', '', ''],
    ['`⏰ list`\nno marker', 'B.\n`⏰ run` no', '`⏰ list`\nno marker', 'B.\n`⏰ run` no'],
  ];

  for (const [first = '', second = '', cleanFirst = '', cleanSecond = ''] of rows) {
    const cleaned = completion({ content: content(cleanFirst, cleanSecond), done: true });
    expect(receive(completion({ content: content(first, second), done: true }))).toBe(cleaned);
    const { frames } = watch([
      completion({ content: `${REASONING}${first}` }),
      completion({ content: content(first, second), done: true }),
    ]);
    expect(frames[1]).toBe(cleaned);
  }
});

test('a growing block before a text does not disturb it', () => {
  const block = (text: string): string =>
    `<details type="reasoning" done="false">\n> ${text}\n</details>\n`;

  const { moments, removed } = watch([
    completion({ content: block('a') }),
    completion({ content: block('a b') + 'X.\n`⏰ li' }),
    completion({ content: block('a b c') + 'X.\n`⏰ list`' }),
    completion({ content: block('a b c d') + 'X.\n`⏰ list`\n\nY' }),
  ]);

  expect(moments).toEqual([
    block('a'),
    block('a b') + 'X.',
    block('a b c') + 'X.',
    block('a b c d') + 'X.\nY',
  ]);
  expect(removed).toBe(1);
});

test.each([
  ['behind a block in a code block', '\n</details>\n`⏰ list`\n\nDone'],
  ['in a block in a code block', '\n```\n`⏰ list`\n\nresult'],
])('%s, a marker is treated the same however the block arrives', (_where, end) => {
  const pieces = [
    '```\ncode',
    '\n',
    '<details',
    ' t',
    `ype="tool_calls" done="true">${end}`,
    ' now',
    '.',
  ];
  const snapshots = pieces.map((_piece, i) =>
    completion({ content: pieces.slice(0, i + 1).join('') }),
  );
  const whole = completion({ content: pieces.join('') });

  // One that comes alone is read in full.
  expect(watch(snapshots).frames.at(-1)).toBe(watch([whole]).frames.at(-1));
});

test('a text that cannot continue is shown to its end while the reply continues', () => {
  const half = 'A.\n`⏰ li';
  const outputText = (text: string): object => ({ type: 'output_text', text });
  const call = { type: 'function_call', name: 'x' };
  const rows: readonly (readonly [data: object, shown: string])[] = [
    [{ content: half }, 'A.'],
    [{ content: `${half}\n${REASONING}` }, `${half}\n${REASONING}`],
    [{ output: [messageItem(half)] }, 'A.'],
    [{ output: [messageItem(half, 'completed')] }, half],
    [{ output: [messageItem(half), call] }, half],
    [{ output: [{ ...messageItem(half), content: [half, 'b'].map(outputText) }] }, `${half}b`],
  ];

  for (const [data, shown] of rows)
    expect([data, watch([completion(data)]).moments]).toEqual([data, [shown]]);
});

test('a text repeated in another place is the same text, and its marker counted once', () => {
  const rows = [
    [{ content: TEXT }, { content: REASONING + TEXT }],
    [
      { output: [messageItem(TEXT, 'completed', 'x')] },
      { output: [messageItem(TEXT, 'completed', 'y')] },
    ],
    [{ content: TEXT }, { done: true, output: [messageItem(TEXT, 'completed')] }],
    [chunk({ content: TEXT }), { done: true, content: REASONING + TEXT }],
  ];

  for (const packets of rows)
    expect([packets, watch(packets.map((data) => completion(data))).removed]).toEqual([packets, 1]);
});

test('interleaved texts of several items and messages do not mix', () => {
  const socket = createSocketNormalizer({});
  const client = createOpenWebuiClient();
  const texts = { m1: 'A.\n`⏰ run`\n\nB', m2: 'C.\n`📖 a/two`\n\nD' };
  for (let i = 0; i < texts.m2.length; i++) {
    for (const [message, text] of Object.entries(texts)) {
      for (const id of ['x', 'y']) {
        client.receive(
          socket.receive(
            packetOf('response:completion', textDelta(text.charAt(i), id, id === 'x' ? 0 : 1), {
              message,
            }),
          ),
        );
      }
    }
  }

  const output = (id: string): unknown =>
    client
      .messages()
      .get(id)
      ?.output.map(({ content }) => (content as { text: string }[])[0]?.text);
  expect([output('m1'), output('m2')]).toEqual([
    ['A.\nB', 'A.\nB'],
    ['C.\nD', 'C.\nD'],
  ]);
});

test('a snapshot at a tool call in the middle fits the deltas before and after it', () => {
  const call = { type: 'function_call', id: 'fc', name: 'x', arguments: '`⏰ list`' };
  const { moments, removed } = watch([
    response(textDelta('A.\n`⏰ li')),
    completion({ output: [messageItem('A.\n`⏰ list`\n', 'completed'), call] }),
    response(textDelta('\n`📖', 'msg_2', 2)),
    response(textDelta(' a/x`\n\nB', 'msg_2', 2)),
    completion({
      done: true,
      output: [
        messageItem('A.\n`⏰ list`\n', 'completed'),
        call,
        messageItem('\n`📖 a/x`\n\nB', 'completed', 'msg_2'),
      ],
    }),
  ]);

  // The page appends deltas as they come, and joins the items by a line feed once it has them
  // whole.
  expect(moments).toEqual(['A.', 'A.', 'A.', 'A.\nB', 'A.\n\nB']);
  expect(removed).toBe(2);
});

test('deltas continue a text that a tool replaced', () => {
  const { moments } = watch([
    packetOf('message', { content: 'A.\n`⏰' }),
    packetOf('replace', { content: 'B.\n`📖 a/x' }),
    packetOf('message', { content: '`\n\nC' }),
    completion({ done: true, content: 'B.\n`📖 a/x`\n\nC' }),
  ]);

  expect(moments).toEqual(['A.', 'B.', 'B.\nC', 'B.\nC']);
});

test('events of the companion filter are reported with chat and message, and stay for the page', () => {
  const said: unknown[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({
      progress: ({ progress: { label, status, provenance } }, message) =>
        said.push([message, label, status, provenance]),
    }),
  });
  const call = { tool: 'terminal', toolCallId: 'c' };
  const packets = [
    packetOf('hermes.tool.progress', { ...call, emoji: '💻', label: '`ls`', status: 'running' }),
    packetOf('hermes.tool.progress', { tool: '', status: 'waiting' }),
    packetOf('hermes.tool.progress', { ...call, status: 'completed' }),
  ];

  for (const packet of packets) expect(socket.receive(packet)).toBe(packet);
  const message = { chatId: 'c-1', messageId: MESSAGE };
  expect(said).toEqual([
    [message, '`ls`', 'running', 'server'],
    [message, '`ls`', 'waiting', 'server'],
    [message, '`ls`', 'unknown', 'server'],
  ]);
});

test('what became of a call is reported after the end, too, and does not continue the reply', () => {
  const said: string[] = [];
  const socket = createSocketNormalizer({
    report: (_message, event) =>
      void said.push(
        event.type === 'progress'
          ? [event.progress.status, event.progress.receipt?.unread].filter(Boolean).join(' ')
          : event.type,
      ),
  });
  const call = { tool: 'terminal', toolCallId: 'c' };
  for (const packet of [
    packetOf('hermes.tool.progress', { ...call, status: 'running' }),
    packetOf('hermes.tool.progress', { ...call, status: 'completed' }),
    completion({ done: true }),
    packetOf('hermes.tool.progress', { ...call, status: 'completed', unread: 'closed' }),
    packetOf('hermes.tool.progress', { ...call, status: 'ran', exit_code: 0 }),
  ])
    socket.receive(packet);

  expect(said.filter((each) => !/^(?:evidence|text|note)$/.test(each))).toEqual([
    'start',
    'running',
    'unknown',
    'end',
    'unknown closed',
    'ran',
  ]);
});

test('how many tokens a reply has used is told while it runs, and begins none', () => {
  const usage = { prompt_tokens: 30, completion_tokens: 15, total_tokens: 45 };
  const said: string[] = [];
  const socket = createSocketNormalizer({
    report: (_message, event) =>
      void said.push(event.type === 'note' ? `${event.note.kind} ${event.note.text}` : event.type),
  });
  const told = () => said.filter((each) => !/^(?:evidence|text)$/.test(each));

  socket.receive(completion({ usage }));
  expect(told()).toEqual([]);
  socket.receive(completion({ content: 'Hi' }));
  socket.receive(completion({ usage }));
  socket.receive(completion({ done: true }));
  expect(told()).toEqual(['start', 'tokens 45', 'end']);
});

/** What is told of a reply: states of calls, who answers, and kinds of notes. */
function watchReply(options: { readonly wasAsked?: () => boolean } = {}) {
  const said: string[] = [];
  const socket = createSocketNormalizer({
    ...options,
    report(_message, event) {
      if (event.type === 'progress') {
        const { call, status, question } = event.progress;
        said.push([call, status, ...(question ? [question.answeredBy] : [])].join(' '));
      }
      if (event.type === 'note') said.push(event.note.kind);
    },
  });
  return { said, socket };
}

const CALL = { tool: 'terminal', emoji: '💻', label: 'rm', toolCallId: 'c', status: 'running' };
const ASKS = {
  ...{ tool: '', status: 'waiting', command: 'rm', description: '', request_id: 'q' },
  ...{ answered_by: 'dialog', dialog: '' },
};
const tool = (data: object): string => packetOf('hermes.tool.progress', data);
const dialog = (name?: string): string =>
  packetOf(
    'input',
    { title: 'T', message: 'M', ...(name && { dialog: name }) },
    {
      header: '427',
    },
  );

test('a question is in a dialog of this page once that is there, in whatever order both come', () => {
  for (const packets of [
    [tool(CALL), tool(ASKS), dialog('d'), tool({ ...ASKS, dialog: 'd' })],
    [tool(CALL), tool(ASKS), tool({ ...ASKS, dialog: 'd' }), dialog('d')],
  ]) {
    const { said, socket } = watchReply();
    for (const packet of packets) expect(socket.receive(packet)).toBe(packet);
    expect(said.filter((each, i) => each !== said[i - 1])).toEqual([
      '0 running',
      '0 waiting chat',
      '0 waiting dialog',
    ]);
  }
});

test.each<[what: string, packets: readonly string[], last: string]>([
  ['the dialog of another page', [tool({ ...ASKS, dialog: 'd' })], '0 waiting chat'],
  [
    'a dialog that somebody else opens',
    [dialog(), tool({ ...ASKS, dialog: 'd' })],
    '0 waiting chat',
  ],
  [
    'a dialog that was closed',
    [dialog('d'), tool({ ...ASKS, dialog: 'd' }), tool(ASKS)],
    '0 waiting chat',
  ],
  [
    'a companion that names no dialog',
    [tool({ tool: '', status: 'waiting', command: 'rm', answered_by: 'dialog' })],
    '0 waiting dialog',
  ],
  [
    'an answer',
    [dialog('d'), tool({ ...ASKS, dialog: 'd' }), tool({ ...ASKS, status: 'answered' })],
    '0 running',
  ],
])('%s', (_what, packets, last) => {
  const { said, socket } = watchReply();
  for (const packet of [tool(CALL), ...packets]) socket.receive(packet);

  expect(said.at(-1)).toBe(last);
});

test('with the connection, the dialog is lost, and is asked anew if the server still waits', () => {
  const { said, socket } = watchReply();
  for (const packet of [tool(CALL), tool(ASKS), dialog('d'), tool({ ...ASKS, dialog: 'd' })])
    socket.receive(packet);
  said.length = 0;

  socket.miss();
  socket.receive(packetOf('hermes.tool.replay', { events: [CALL, { ...ASKS, dialog: '' }] }));
  socket.receive(dialog('e'));
  socket.receive(tool({ ...ASKS, dialog: 'e' }));

  expect(said).toEqual(['withdrawn', '0 ended', '0 running', '0 waiting chat', '0 waiting dialog']);
});

test('a page that comes later is told what it has missed, and no other is told it twice', () => {
  const over = { tool: 'terminal', toolCallId: 'c', status: 'completed' };
  const replay = packetOf('hermes.tool.replay', {
    events: [CALL, over, { ...over, status: 'ran' }, { ...CALL, toolCallId: 'd' }, null, {}],
  });
  const late = watchReply({ wasAsked: () => false });
  for (const packet of [replay, replay, tool({ ...over, toolCallId: 'd' })])
    expect(late.socket.receive(packet)).toBe(packet);
  expect(late.said).toEqual(['0 running', '0 unknown', '0 ran', '1 running', '1 unknown']);

  // Without a companion that repeats anything, at least the end.
  const { said, socket } = watchReply({ wasAsked: () => false });
  socket.receive(tool(over));
  expect(said).toEqual(['0 unknown']);
});

test('calls that only the record tells of are shown when it is read, also behind the end', () => {
  const missing = { tool: 'x', toolCallId: 'u', status: 'failed', recorded: true };
  const over = { tool: 'terminal', toolCallId: 'c', status: 'completed' };
  const replay = packetOf('hermes.tool.replay', { events: [missing] });
  const { said, socket } = watchReply();
  for (const packet of [tool(CALL), tool(over), completion({ done: true }), replay, replay])
    socket.receive(packet);
  expect(said.filter((each) => each !== 'stopped')).toEqual(['0 running', '0 unknown', '1 failed']);

  // Events that nothing announced are none.
  const other = watchReply();
  other.socket.receive(tool(CALL));
  other.socket.receive(tool({ ...missing, recorded: false }));
  expect(other.said).toEqual(['0 running']);
});

test('what the companion relays of the agent is a note of the reply, and stays for the page', () => {
  const said: unknown[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({ note: ({ note }, message) => said.push([message, note]) }),
  });
  const packets = [
    packetOf('hermes.status', { kind: 'lifecycle', text: 'Retrying' }),
    packetOf('hermes.status', { kind: 'failed', text: 'HTTP 429' }),
    packetOf('hermes.status', { kind: 'files', text: '/a.png\n/b.pdf' }),
    packetOf('hermes.status', { kind: 'lifecycle', text: 'x'.repeat(20_000) }),
    packetOf('hermes.status', 'Retrying'),
  ];

  for (const packet of packets) expect(socket.receive(packet)).toBe(packet);
  const message = { chatId: 'c-1', messageId: MESSAGE };
  expect(said).toEqual([
    [message, { kind: 'status', text: 'Retrying' }],
    [message, { kind: 'failed', text: 'HTTP 429' }],
    [message, { kind: 'files', text: '/a.png\n/b.pdf' }],
  ]);
});

test('that the page shows lines of the companion is a note; other statuses are none, and all stay for the page', () => {
  const said: unknown[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({ note: ({ note }) => said.push(note) }),
  });
  const packets = [
    packetOf('status', { action: 'web_search', description: 'Searching', done: false }),
    packetOf('status', { description: 'Running ls', done: false }),
    packetOf('status', 'stream_fixer'),
    packetOf('status', { action: 'stream_fixer', description: 'Running ls', done: false }),
  ];

  for (const packet of packets) expect(socket.receive(packet)).toBe(packet);
  expect(said).toEqual([{ kind: 'lines', text: '' }]);
});

const RUNS = packetOf('hermes.tool.progress', {
  tool: 't',
  toolCallId: 'c',
  label: 'ls',
  status: 'running',
});
const RAN = packetOf('hermes.tool.progress', { tool: 't', toolCallId: 'c', status: 'completed' });
const OUTCOME = packetOf('hermes.tool.progress', { tool: 't', toolCallId: 'c', status: 'ran' });
const SAID = packetOf('chat:completion', chunk({ content: 'Two files.' }));
const OVER = packetOf('chat:completion', { done: true });

test.each<[what: string, packets: readonly string[], stopped: boolean]>([
  ['nothing behind a tool', [SAID, RUNS, RAN, OVER], true],
  ['nothing but the outcome behind a tool', [SAID, RUNS, RAN, OUTCOME, OVER], true],
  ['text behind a tool', [RUNS, RAN, SAID, OVER], false],
  ['an outcome behind the text', [RUNS, RAN, SAID, OUTCOME, OVER], false],
  [
    'a last text with the end',
    [RUNS, RAN, packetOf('chat:completion', { content: 'Two files.', done: true })],
    false,
  ],
  ['no tool', [SAID, OVER], false],
  ['a reply that somebody stopped', [RUNS, RAN, packetOf('chat:tasks:cancel', {})], false],
  ['the same in 0.5', [RUNS, RAN, packetOf('task-cancelled', {})], false],
  ['an error', [RUNS, RAN, packetOf('chat:completion', { error: 'x', done: true })], false],
])('a reply with %s has stopped: %s', (_what, packets, stopped) => {
  for (const asked of [true, false]) {
    const notes: string[] = [];
    const socket = createSocketNormalizer({
      report: onMessages({ note: ({ note }) => notes.push(note.kind) }),
      wasAsked: () => asked,
    });
    for (const packet of packets) socket.receive(packet);

    // Whoever joined in the middle cannot know it.
    expect(notes).toEqual(stopped && asked ? ['stopped'] : []);
  }
});

test.each([
  ['no tool ran', 'no-tool'],
  ['its stream broke off', 'broken'],
  ['the page sums it up', 'lines'],
])('that %s is a note of a reply that is over, and does not begin it again', (_what, kind) => {
  const said: string[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({
      start: () => said.push('start'),
      note: ({ note }) => said.push(note.kind),
      end: () => said.push('end'),
    }),
  });
  const told =
    kind === 'lines'
      ? packetOf('status', { action: 'stream_fixer', description: 'Ran ls', done: true })
      : packetOf('hermes.status', { kind, text: '' });
  for (const packet of [SAID, OVER, told]) socket.receive(packet);

  expect(said).toEqual(['start', 'end', 'start', kind, 'end']);
});

test('a request for the page to make is reported with its message only, and stays unchanged', () => {
  const said: unknown[] = [];
  const socket = createSocketNormalizer({
    onDirectRequest: (message, request) => void said.push(message, request),
  });
  const form_data = { model: 'd.m', messages: [{ role: 'assistant', content: TEXT }] };
  const packet = packetOf(
    'request:chat:completion',
    { form_data, channel: 'u:s:r' },
    { header: '427' },
  );

  expect(socket.receive(packet)).toBe(packet);
  expect(said).toEqual([{ chatId: 'c-1', messageId: MESSAGE }, form_data]);
});

test('a reply ends with done, an error, a cancel or when its chat becomes idle; running calls end with it', () => {
  const running = packetOf('hermes.tool.progress', {
    tool: 't',
    toolCallId: 'c',
    status: 'running',
  });
  const ends = [
    completion({ done: true }),
    completion({ error: { content: 'x' } }),
    packetOf('chat:message:error', { error: {} }),
    packetOf('chat:tasks:cancel', {}),
    packetOf('task-cancelled', undefined),
    packetOf('chat:active', { active: false }),
  ];

  for (const end of ends) {
    const active = packetOf('chat:active', { active: true });
    const { progress, calls } = watch([running, active, completion({ usage: {} }), end, end]);
    expect([end, progress.map(({ status }) => status), calls]).toEqual([
      end,
      ['running', 'ended'],
      ['start c-1 m-1', 'end c-1 m-1'],
    ]);
  }
});

test('an outlet, a title and other events do not begin a reply', () => {
  const packets = [
    packetOf('chat:outlet', { messages: [{ id: MESSAGE, role: 'assistant', content: TEXT }] }),
    packetOf('chat:title', TEXT),
    packetOf('replace', { content: TEXT }),
    packetOf('status', {}),
  ];

  expect(watch(packets)).toMatchObject({ calls: [], progress: [], removed: 0 });
});

test('a reply sent again after its end is cleaned again, and counted once', () => {
  const done = completion({ done: true, content: TEXT, output: [messageItem(TEXT, 'completed')] });

  const { frames, removed, progress } = watch([done, done]);

  expect(frames[1]).toBe(frames[0]);
  expect([removed, progress.length]).toEqual([1, 1]);
});

test('the memory of replies is limited: the one longest without an event is dropped, and its calls end', () => {
  const ended: string[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({ end: (_, { messageId }) => ended.push(messageId) }),
  });
  for (let i = 0; i < 150; i++) {
    socket.receive(completion({ content: 'a' }, 'first'));
    socket.receive(completion({ content: 'a' }, `m${i}`));
  }

  expect(ended).toEqual(Array.from({ length: 51 }, (_, i) => `m${i}`));
});

test('items beyond the limit pass unchanged', () => {
  const items = Array.from({ length: 2050 }, (_, i) => messageItem(TEXT, 'completed', `i${i}`));

  const cleaned = receive(completion({ output: items }));

  expect(cleaned.split('⏰').length - 1).toBe(50);
});

test('an event of the companion proves that the server is Hermes, but not from a channel, where others ask models', () => {
  const data = { tool: 'terminal', toolCallId: 'c', status: 'running' };
  const found: unknown[] = [];
  const socket = createSocketNormalizer({
    report: onMessages({ evidence: ({ evidence }, { chatId }) => found.push([chatId, evidence]) }),
  });
  for (const chat of ['channel:c-1', CHAT])
    socket.receive(packetOf('hermes.tool.progress', data).replace(CHAT, chat));

  expect(found).toEqual([
    ['channel:c-1', 'text'],
    [CHAT, 'server'],
  ]);
});

test('a marker removed by the companion is reported; the event stays unchanged, and an invalid one is ignored', () => {
  const packets = [
    { tool: '', emoji: '⏰', label: 'list', marker: 'whole' },
    { tool: '', emoji: '📖', label: 'file', marker: 'split', status: 'written' },
    { tool: '', emoji: 7, label: 'file', marker: 'line', status: 'written' },
    { tool: '', emoji: '📖', label: 'x'.repeat(1_000_000), marker: 'line', status: 'written' },
  ].map((data) => packetOf('hermes.tool.progress', data));

  packets.push(packetOf('chat:active', { active: false }));
  const seen = watch(packets);

  expect(seen.frames).toEqual(packets);
  expect(seen.removed).toBe(2);
  expect(seen.progress.map(({ label, status, provenance }) => [label, status, provenance])).toEqual(
    [
      ['list', 'running', 'server'],
      ['file', 'undecided', 'unknown'],
      ['list', 'ended', 'server'],
    ],
  );
});

test('0.12 repeats a stopped reply as a whole: cleaned, including what was still held', () => {
  const text = 'Look.\n`⏰ list`\n\nNow `';
  const seen = watch([
    packetOf('response:completion', textDelta('Look.\n`⏰ list`\n\nNow ')),
    packetOf('response:completion', textDelta('`')),
    packetOf('chat:tasks:cancel', { output: [messageItem(text)] }),
    packetOf('chat:tasks:cancel', null),
  ]);

  expect(seen.frames[2]).toBe(
    packetOf('chat:tasks:cancel', { output: [messageItem('Look.\nNow `')] }),
  );
  expect(seen.removed).toBe(1);
  expect(seen.calls).toEqual([`start ${CHAT} ${MESSAGE}`, `end ${CHAT} ${MESSAGE}`]);
});
