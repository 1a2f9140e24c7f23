/** Every state of the badges; each function runs inside the sample chat page. */
type Scene = () => Promise<void>;

/**
 * Two that overlap, a wait, a short one, one that was not allowed, and one whose end was not
 * reported.
 */
async function unfold(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo?');
  chat.reply(chat.answer);
  chat.badges.startReply(1);
  chat.run(1, 0, '🔍', 'weather in Oslo');
  chat.advance(900);
  chat.run(
    1,
    1,
    '💻',
    'curl -s https://api.weather.example/oslo?days=2&units=metric | jq .forecast[0]',
  );
  chat.advance(2600);
  chat.finish(1, 0, { status: 'ran' });
  chat.advance(1100);
  chat.finish(1, 1, { status: 'failed', receipt: { exitCode: 5 } });
  chat.advance(3000);
  chat.run(1, 2, '', null, { tool: 'send_message' });
  chat.advance(40);
  chat.finish(1, 2);
  chat.advance(1800);
  chat.run(1, 3, 'video', 'video_analyze rain radar');
  chat.run(1, 4, '📖', 'notes/weather.md');
  chat.advance(1350);
  chat.finish(1, 4, { status: 'denied' });
  chat.run(1, 5, '⏰', 'list', { source: 'marker', provenance: 'unknown', status: 'undecided' });
  chat.advance(2100);
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('fold');
}

/** What the agent recorded of a command that failed, and of one that was not allowed. */
async function readReceipt(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo?');
  chat.reply(chat.answer);
  chat.badges.startReply(1);
  chat.run(1, 0, '💻', 'curl -s https://api.weather.example/oslo');
  chat.advance(2600);
  chat.finish(1, 0, {
    status: 'failed',
    receipt: {
      exitCode: 5,
      input:
        '{"command":"curl -s https://api.weather.example/oslo?days=2&units=metric | jq .forecast[0]"}',
      output: 'jq: error (at <stdin>:1): Cannot index string with string "forecast"',
    },
  });
  chat.run(1, 1, '💻', 'rm -rf notes/old');
  chat.advance(4100);
  chat.finish(1, 1, {
    status: 'denied',
    receipt: { error: 'BLOCKED: Command denied by user. Do not retry.' },
  });
  chat.run(1, 2, '📖', 'notes/weather.md');
  chat.advance(400);
  chat.finish(1, 2, { status: 'ran', receipt: { output: '1|Oslo' } });
  chat.badges.note(1, { kind: 'tokens', text: '12300' });
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('fold');
  await chat.settled();
  chat.press('what', 0);
  chat.press('what', 1);
}

/** A call with sub-agents that run. */
async function delegate(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo and in Bergen?');
  chat.reply();
  chat.badges.startReply(1);
  chat.run(1, 0, '🔍', 'weather in Oslo');
  chat.advance(1400);
  chat.finish(1, 0, { status: 'ran' });
  chat.run(1, 1, '🔀', 'Compare the forecasts', { tool: 'delegate_task' });
  chat.advance(9000);
  chat.run(1, 1, '🔀', 'Compare the forecasts', {
    tool: 'delegate_task',
    receipt: {
      subAgents: [
        { state: 'running', messages: 4 },
        { state: 'running', messages: 1 },
      ],
    },
  });
  chat.run(1, 2, '💻', 'date');
}

/** What became of them: nobody knows what one did that came to its own end. */
async function readDelegated(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo and in Bergen?');
  chat.reply(chat.answer);
  chat.badges.startReply(1);
  chat.run(1, 0, '🔍', 'weather in Oslo');
  chat.advance(1400);
  chat.finish(1, 0, { status: 'ran' });
  chat.run(1, 1, '🔀', 'Compare the forecasts', { tool: 'delegate_task' });
  chat.advance(42_000);
  chat.finish(1, 1, {
    tool: 'delegate_task',
    status: 'failed',
    receipt: {
      error: 'HTTP 429: rate limited',
      parts: { unit: 'subagents', all: 2, worked: 1, failed: 1 },
      subAgents: [
        { state: 'worked', seconds: 41.9, tokens: 8100 },
        { state: 'failed', seconds: 8.3, error: 'HTTP 429: rate limited' },
      ],
    },
  });
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('fold');
}

/** Files that a reply hands over, one of which shows its path. */
async function handOver(): Promise<void> {
  const { chat } = window;
  chat.user('Draw me the weather of this week.');
  chat.reply('Here it is, and the figures.');
  chat.badges.startReply(1);
  chat.run(1, 0, '💻', 'python plot.py');
  chat.advance(2600);
  chat.finish(1, 0, { status: 'ran' });
  chat.badges.note(1, {
    kind: 'files',
    text: '/srv/hermes/cache/images/weather of this week.png\n/srv/hermes/cache/documents/figures.csv',
  });
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('chip', 1);
}

/** A turn that failed: the reply is an error message. */
async function fail(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo?');
  chat.reply('custom rate-limited every one of 3 attempts. Wait a minute and send /retry.');
  chat.badges.startReply(1);
  chat.badges.note(1, { kind: 'failed', text: 'HTTP 429: rate limited' });
  chat.badges.endReply(1);
}

/** A note with its reason open, at a message whose chat can be cleaned. */
async function explain(): Promise<void> {
  const { chat } = window;
  chat.user('And tomorrow?');
  chat.reply(chat.answer);
  chat.badges.startReply(1, { chatId: 'chat', messageId: 'm1' });
  chat.run(1, 0, '🔍', 'weather in Oslo');
  chat.run(1, 1, '🔍', 'weather in Bergen', {
    provenance: 'imitated',
    source: 'marker',
    status: 'ended',
  });
  chat.advance(12_430);
  chat.badges.endReply(1);
  await chat.settled();
  chat.press('action');
}

async function run(): Promise<void> {
  const { chat } = window;
  chat.user('What is the weather in Oslo?');
  chat.reply();
  chat.badges.startReply(1);
  chat.run(1, 0, '🔍', 'weather in Oslo');
  chat.advance(1400);
  chat.finish(1, 0);
  chat.run(
    1,
    1,
    '💻',
    'curl -s https://api.weather.example/oslo?days=2&units=metric | jq .forecast[0]',
  );
  chat.advance(3200);
  chat.run(1, 2, '⏰', 'list');
  chat.run(1, 3, '💻', 'rm -rf notes/old');
  chat.finish(1, 3, { status: 'waiting' });
}

/** An agent that asks before it goes on. */
async function ask(): Promise<void> {
  const { chat } = window;
  chat.user('Tidy up, please.');
  chat.reply('Let me remove what is old. ');
  chat.run(1, 0, '📖', 'notes.md');
  chat.advance(1400);
  chat.finish(1, 0, { status: 'ran' });
  // It hides part of what it does.
  chat.ask(
    1,
    1,
    'cd /srv/demo && find . -name "*.bak" -delete   \u202e# kcehc ylno\u202c && rm\u200b -rf ./old\u00a0/srv/demo/old\ntrue',
  );
}

async function askElsewhere(): Promise<void> {
  const { chat } = window;
  chat.user('Tidy up, please.');
  chat.reply('Let me remove what is old. ');
  chat.ask(1, 0, 'rm -rf /srv/demo/old', { answeredBy: 'admin' });
}

async function askInVain(): Promise<void> {
  const { chat } = window;
  chat.user('Tidy up, please.');
  chat.reply('Let me remove what is old. ');
  chat.ask(1, 0, `rm -rf ${Array.from({ length: 60 }, (_, i) => `/srv/demo/old-${i}`).join(' ')}`, {
    problem: 'refused',
  });
}

/** What ran, in one sentence, and what is said of the whole reply. */
async function tell(): Promise<void> {
  const { chat } = window;
  chat.reply(chat.answer);
  chat.badges.startReply(1, { chatId: 'chat', messageId: 'm0' });
  chat.run(1, 0, '💻', 'ls -la', { tool: 'terminal' });
  chat.advance(2100);
  chat.finish(1, 0, { status: 'ran' });
  chat.run(1, 1, '💻', 'wc -l docs/*.md', { tool: 'terminal' });
  chat.run(1, 2, '💻', 'exit 3', { tool: 'terminal' });
  chat.finish(1, 1, { status: 'ran' });
  chat.finish(1, 2, { status: 'failed', receipt: { exitCode: 3 } });
  chat.run(1, 3, '📖', 'docs/a-file-with-quite-a-long-name-2026.txt', { tool: 'read_file' });
  chat.advance(2100);
  chat.badges.note(1, { kind: 'stopped', text: '' });
  chat.badges.endReply(1);
  chat.reply(chat.answer);
  chat.badges.startReply(2, { chatId: 'chat', messageId: 'm1' });
  chat.badges.note(2, { kind: 'no-tool', text: '' });
  chat.badges.endReply(2);
  chat.reply('Let me think about that.');
  chat.badges.startReply(3, { chatId: 'chat', messageId: 'm2' });
  chat.badges.note(3, { kind: 'silent', text: '' });
  chat.advance(15_000);
}

/** A chat whose site was just turned on: the line at the top of the page says what to do next. */
const greetings = {
  'notice-on': async () => window.chat.notice.greet('on'),
  'notice-admin': async () => window.chat.notice.greet('install'),
  'notice-member': async () => window.chat.notice.greet('ask-admin'),
  'notice-member-german': async () => window.chat.notice.greet('ask-admin'),
  'notice-reload': async () => window.chat.notice.askReload(),
} satisfies Readonly<Record<string, Scene>>;

/** Query of the page, for scenes that need another than usual. */
export const badgeQueries: Readonly<Record<string, string>> = {
  'files-german': 'lang=de',
  'files-right-to-left': 'dir=rtl',
  'unfolded-german': 'lang=de',
  'unfolded-japanese': 'lang=ja',
  'unfolded-pseudo': 'lang=en-XA',
  'unfolded-right-to-left': 'dir=rtl',
  'why-german': 'lang=de',
  'why-japanese': 'lang=ja',
  'why-pseudo': 'lang=en-XA',
  'why-right-to-left': 'dir=rtl',
  'running-right-to-left': 'dir=rtl',
  'tells-german': 'lang=de&stay=always',
  'tells-japanese': 'lang=ja&stay=always',
  tells: 'stay=always',
  'asks-german': 'lang=de',
  'notice-member-german': 'lang=de',
  'asks-right-to-left': 'dir=rtl',
};

export const badgeScenes: Readonly<Record<string, Scene>> = {
  ...greetings,
  running: run,
  'running-right-to-left': run,
  tells: tell,
  'tells-german': tell,
  'tells-japanese': tell,
  asks: ask,
  'asks-german': ask,
  'asks-right-to-left': ask,
  'asks-elsewhere': askElsewhere,
  'asks-in-vain': askInVain,
  many: async () => {
    const { chat } = window;
    chat.user('Tidy up my notes, please.');
    chat.reply('Let me look at them.');
    chat.badges.startReply(1);
    for (let call = 0; call < 10; call += 1) {
      chat.run(1, call, call % 3 ? '📖' : '💻', `notes/2026-11-${10 + call}.md`);
      chat.advance(700 + 300 * call);
      if (call < 9) chat.finish(1, call);
    }
  },
  done: async () => {
    const { chat } = window;
    chat.user('What is the weather in Oslo?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    for (let call = 0; call < 6; call += 1) {
      chat.run(1, call, '🔍', `weather in Oslo, part ${call + 1}`);
      chat.advance(2070);
      chat.finish(1, call);
    }
    chat.badges.endReply(1);
  },
  unfolded: unfold,
  receipt: readReceipt,
  'sub-agents': delegate,
  'sub-agents-over': readDelegated,
  files: handOver,
  'files-german': handOver,
  'files-right-to-left': handOver,
  'failed-turn': fail,
  'unfolded-german': unfold,
  'unfolded-japanese': unfold,
  'unfolded-pseudo': unfold,
  'unfolded-right-to-left': unfold,
  'unfolded-long': async () => {
    const { chat } = window;
    chat.user('Tidy up my notes, please.');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    for (let call = 0; call < 18; call += 1) {
      chat.run(
        1,
        call,
        call % 3 ? '📖' : '💻',
        call % 4
          ? `notes/2026-11-${10 + call}.md`
          : `grep -rn "todo" notes/2026-11-${10 + call} --include=*.md | sort | head -50`,
      );
      chat.advance(200 + 450 * (call % 4));
      if (call % 5) chat.finish(1, call);
      chat.advance(call % 2 ? 0 : 900);
    }
    for (let call = 0; call < 15; call += 5) chat.finish(1, call);
    chat.badges.endReply(1);
    await chat.settled();
    chat.press('fold');
    await new Promise((resolve) => setTimeout(resolve, 300));
    window.scrollTo(0, document.body.scrollHeight);
  },
  why: explain,
  'why-german': explain,
  'why-japanese': explain,
  'why-pseudo': explain,
  'why-right-to-left': explain,
  imitated: async () => {
    const { chat } = window;
    chat.user('And tomorrow?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo', {
      provenance: 'imitated',
      source: 'marker',
      status: 'ended',
    });
    chat.badges.endReply(1);
  },
  'imitated-and-tools': async () => {
    const { chat } = window;
    chat.user('And tomorrow?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo');
    chat.run(1, 1, '🔍', 'weather in Bergen', {
      provenance: 'imitated',
      source: 'marker',
      status: 'ended',
    });
    chat.advance(12_430);
  },
  corner: async () => {
    const { chat } = window;
    chat.user('Compare the two files.');
    chat.badges.startReply(1);
    chat.run(1, 0, '📖', 'reports/2026/third-quarter/a-file-with-a-long-name.csv');
    chat.badges.startReply(2);
    chat.run(2, 0, '💻', 'diff -u a.csv b.csv');
    chat.run(2, 1, '💻', 'wc -l a.csv', { provenance: 'imitated' });
    chat.advance(2500);
    await new Promise((resolve) => setTimeout(resolve, 700));
    chat.finish(1, 0);
    chat.badges.endReply(1);
  },
};
