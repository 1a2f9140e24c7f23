import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  announceEnd,
  badgeTexts,
  callInWords,
  pointInTime,
  receiptOf,
  shortTime,
  subAgentLines,
  summary,
  summaryOfOne,
  type ToolCount,
  timeBesideBar,
  timeInWords,
  wordInList,
} from '../../src/badges/texts.ts';
import { fill, receiptParts } from '../../src/gateway/receipt.ts';
import TABLE from '../../src/normalizer/tables/outcomes.json' with { type: 'json' };
import type { ProgressStatus, SubAgent } from '../../src/normalizer/progress/progress-types.ts';
import { PSEUDO } from '../support/i18n.ts';
import { i18nIn, setI18n, speak } from '../support/locales.ts';

afterEach(() => setI18n(i18nIn('en')));

/** The texts in a browser of this language. */
async function textsIn(language: string): Promise<typeof import('../../src/badges/texts.ts')> {
  await speak(language);
  return import('../../src/badges/texts.ts');
}

test.each([
  [0, ''],
  [999, ''],
  [-5000, ''],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  [1000, '1.0 s'],
  [12_430, '12.4 s'],
  [59_960, '59.9 s'],
  [60_000, '1 min 00 s'],
  [65_000, '1 min 05 s'],
  [3_725_000, '1 h 02 min'],
])('%s milliseconds are written as "%s"', (milliseconds, text) => {
  expect(shortTime(milliseconds)).toBe(text);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each<[milliseconds: number | null, own: number, subAgents: readonly number[]]>([
  [null, 0, []],
  [999, 1, []],
  [1000, 12_300, [0]],
  [59_960, 12_300, [8100]],
  [MINUTE, 12_300, [8000, 100, 0]],
  [HOUR - 1, 0, [1]],
  [HOUR, 0, [1000, 200]],
  [25 * HOUR, 1, [1]],
])('%s ms, %s tokens and %j of sub-agents are told in the words of the status lines', (...took) => {
  const [milliseconds, own, tokens] = took;
  const subAgents = tokens.map((each) => ({ state: 'worked', tokens: each }) as const);
  const words = receiptParts(milliseconds, own, subAgents).join(' · ');

  expect(receiptOf(milliseconds, own, subAgents)).toBe(words && `Whole reply: ${words}`);
});

test('so is that a reply broke off', () => {
  const { broken, last } = TABLE.receipt;

  expect(badgeTexts.broken).toBe(broken);
  expect(badgeTexts.brokenIn('sleep 20')).toBe(`${broken} ${fill(last, 'sleep 20')}`);
});

test.each([
  [999, ''],
  [1999, '1 s'],
  [65_900, '1 min 05 s'],
])('%s milliseconds that are still running are written as "%s"', (milliseconds, text) => {
  expect(shortTime(milliseconds, true)).toBe(text);
});

test.each([
  [0, '0 s'],
  [40, '0 s'],
  [-5, '0 s'],
  [430, '0.4 s'],
  [12_430, '12.4 s'],
  [69_500, '1 min 09 s'],
  [Number.NaN, ''],
])('%s milliseconds are written on the axis as "%s"', (milliseconds, text) => {
  expect(pointInTime(milliseconds)).toBe(text);
});

test.each([
  [0, ''],
  [99, ''],
  [100, '0.1 s'],
  [999, '0.9 s'],
  [12_430, '12.4 s'],
  [Number.NaN, ''],
])('beside a bar, %s milliseconds are written as "%s"', (milliseconds, text) => {
  expect(timeBesideBar(milliseconds)).toBe(text);
});

test.each([
  [400, 'under 1 second'],
  [1000, '1 second'],
  [3260, '3.2 seconds'],
  [60_000, '1 minute'],
  [65_000, '1 minute 5 seconds'],
  [3_600_000, '1 hour'],
  [7_320_000, '2 hours 2 minutes'],
])('%s milliseconds in words are "%s"', (milliseconds, words) => {
  expect(timeInWords(milliseconds)).toBe(words);
});

test('the summary leaves out durations that are too short or unknown', () => {
  expect(summary({ tools: 6, more: false, ran: [], failed: 0, refused: 0 }, 12_430)).toBe(
    '6 tools · 12.4 s',
  );
  expect(summary({ tools: 1, more: false, ran: [], failed: 0, refused: 0 }, 300)).toBe('1 tool');
  expect(summary({ tools: 100, more: true, ran: [], failed: 0, refused: 0 }, null)).toBe(
    'at least 100 tools',
  );
});

test('what failed or was not allowed is in the summary', () => {
  expect(summary({ tools: 6, more: false, ran: [], failed: 2, refused: 1 }, 12_430)).toBe(
    '6 tools, 2 failed, 1 not allowed · 12.4 s',
  );
  expect(summaryOfOne('💻 rm', 'terminal', 1500, 'denied', {})).toBe('💻 rm · 1.5 s · not allowed');
  expect(summaryOfOne('💻 ls', 'terminal', 1500, 'failed', {})).toBe('💻 ls · 1.5 s · failed');
  expect(summaryOfOne('💻 exit 3', 'terminal', null, 'failed', { exitCode: 3 })).toBe(
    '💻 exit 3 · failed (exit code 3)',
  );
  expect(summaryOfOne('💻 ls', 'terminal', 1500, 'unknown', {})).toBe('💻 ls · 1.5 s');
  expect(summaryOfOne('💻 ls', 'terminal', 1500, 'unknown', { unread: 'missing' })).toBe(
    '💻 ls · 1.5 s · not in the agent’s record',
  );
});

/** Calls that ran, as "tool label". */
function ran(...calls: readonly string[]): ToolCount['ran'] {
  return calls.map((call) => {
    const [tool = '', ...label] = call.split(' ');
    return { tool, label: label.join(' ') };
  });
}

test('that tools ran is said only where every outcome is known', () => {
  const six = { tools: 6, more: false, ran: [], failed: 0, refused: 0 };
  const commands = (count: number) => ran(...Array.from({ length: count }, () => 'terminal ls'));

  expect(summaryOfOne('💻 ls', 'terminal', 1500, 'ran', { exitCode: 0 })).toBe('Ran 💻 ls · 1.5 s');
  expect(summary({ ...six, ran: commands(6) }, 12_430)).toBe('Ran 6 commands · 12.4 s');
  expect(summary({ ...six, ran: commands(4), failed: 1, refused: 1 }, null)).toBe(
    '6 tools, 1 failed, 1 not allowed',
  );
  expect(summary({ ...six, undecided: 2, ran: commands(5) }, null)).toBe('6 tools');
  expect(summary({ ...six, tools: 0, undecided: 3 }, null)).toBe('3 tools · may be faked');
  expect(summary({ ...six, refused: 6 }, null)).toBe('6 tools, 6 not allowed');
  expect(summary({ ...six, ran: commands(6), more: true }, null)).toBe('at least 6 tools');
});

const LONG = `${'a'.repeat(29)}…`;

test.each<[words: string, calls: ToolCount['ran']]>([
  [
    'Ran 2 commands, read sample.txt',
    ran('terminal ls', 'read_file docs/sample.txt', 'execute_code 1 + 1'),
  ],
  ['Ran ls -la, read 2 files', ran('bash ls -la', 'read_file a', 'ReadFile b')],
  [
    'Wrote notes.md, ran 2 searches',
    ran('write_file C:\\x\\notes.md', 'search_files a', 'web_search b'),
  ],
  ['Wrote 2 files', ran('patch a', 'edit_file a')],
  ['Searched for weather in Oslo', ran('web_search weather in Oslo')],
  ['Read example.org, used memory', ran('web_extract https://example.org/a?b', 'todo memory')],
  ['Read 2 web pages, used 2 tools', ran('fetch a', 'web_extract b', 'todo a', 'memory b')],
  ['Used skill_view', ran('skill_view')],
  ['Used read_file', ran('read_file')],
  [`Ran ${LONG}`, ran(`terminal ${'a'.repeat(40)}`)],
  ['Ran 2 tools', ran('skill_view', 'todo')],
  ['Ran 3 tools', ran('terminal ls', 'read_file a', 'web_search b')],
])('a folded line says "%s"', (words, calls) => {
  expect(
    summary({ tools: calls.length, more: false, ran: calls, failed: 0, refused: 0 }, null),
  ).toBe(words);
});

test.each([
  ['running', 2000, null, ', running'],
  ['running', 2000, 400, ', running'],
  ['unknown', 3200, null, ', 3.2 seconds, finished, outcome not reported'],
  ['unknown', 3200, 400, ', from 0.4 s, 3.2 seconds, finished, outcome not reported'],
  ['failed', 20, 0, ', from 0 s, under 1 second, failed'],
  ['ran', 3200, null, ', 3.2 seconds, ran'],
  ['waiting', 2000, null, ', waits for an answer'],
  ['denied', 3200, null, ', 3.2 seconds, not allowed'],
  ['blocked', 3200, null, ', 3.2 seconds, not allowed'],
  ['timed-out', 3200, null, ', 3.2 seconds, not allowed'],
  // Never called finished: nothing more was reported.
  ['ended', 2000, null, ', 2 seconds, no result reported'],
] as const)(
  'a call that is %s after %s ms, begun at %s, is announced as "%s"',
  (status, milliseconds, began, words) => {
    expect(callInWords(status, milliseconds, began)).toBe(words);
  },
);

const NOTE = 'The model faked a tool call. Part of this reply may be made up.';

test('the end of a reply is announced with its count, without faked calls', () => {
  expect(announceEnd({ tools: 1, more: false, ran: [], failed: 0, refused: 0, faked: false })).toBe(
    '1 tool finished.',
  );
  expect(announceEnd({ tools: 2, more: false, ran: [], failed: 0, refused: 0, faked: false })).toBe(
    '2 tools finished.',
  );
  expect(
    announceEnd({ tools: 100, more: true, ran: [], failed: 0, refused: 0, faked: false }),
  ).toBe('At least 100 tools finished.');
  expect(announceEnd({ tools: 0, more: false, ran: [], failed: 0, refused: 0, faked: true })).toBe(
    NOTE,
  );
  expect(announceEnd({ tools: 2, more: false, ran: [], failed: 0, refused: 0, faked: true })).toBe(
    `2 tools finished. ${NOTE}`,
  );
  expect(announceEnd({ tools: 0, more: false, ran: [], failed: 0, refused: 0, faked: false })).toBe(
    '',
  );
  expect(announceEnd({ tools: 3, more: false, ran: [], failed: 1, refused: 0, faked: true })).toBe(
    `3 tools finished. ${NOTE} 1 failed`,
  );
});

test.each([
  [
    'en',
    '1 tool',
    '6 tools · 12.4 s',
    'at least 100 tools',
    '+1 earlier',
    '1 min 05 s',
    ', from 0.4 s, 3.2 seconds, finished, outcome not reported',
    '1 tool finished.',
    '2 tools finished.',
  ],
  [
    'de',
    '1 Tool',
    '6 Tools · 12,4 s',
    'mindestens 100 Tools',
    '+1 früheres',
    '1 min 05 s',
    ', ab 0,4 s, 3,2 Sekunden, beendet, Ergebnis nicht gemeldet',
    '1 Tool beendet.',
    '2 Tools beendet.',
  ],
  [
    'es',
    '1 herramienta',
    '6 herramientas · 12,4 s',
    'al menos 100 herramientas',
    '+1 anterior',
    '1 min 05 s',
    ', desde 0,4 s, 3,2 segundos, terminada, resultado no notificado',
    '1 herramienta terminada.',
    '2 herramientas terminadas.',
  ],
  [
    'fr',
    '1 outil',
    '6 outils · 12,4 s',
    'au moins 100 outils',
    '+1 précédent',
    '1 min 05 s',
    ', à partir de 0,4 s, 3,2 secondes, terminé, issue non signalée',
    '1 outil terminé.',
    '2 outils terminés.',
  ],
  [
    'zh-CN',
    '1 个工具',
    '6 个工具 · 12.4 秒',
    '至少 100 个工具',
    '之前还有 1 个',
    '1 分 05 秒',
    '，从 0.4 秒开始，用时 3.2秒钟，已结束，未报告结果',
    '1 个工具已结束。',
    '2 个工具已结束。',
  ],
  [
    'ja',
    'ツール 1 件',
    'ツール 6 件 · 12.4 秒',
    'ツール 100 件以上',
    '以前の 1 件',
    '1 分 05 秒',
    '、0.4 秒から、3.2 秒、終了（成否の報告なし）',
    'ツールが 1 件終了しました。',
    'ツールが 2 件終了しました。',
  ],
])(
  'in %s, counts, times and sentences are written as usual there',
  async (language, one, some, many, earlier, time, call, ran, allRan) => {
    const {
      announceEnd: said,
      badgeTexts,
      callInWords: inWords,
      shortTime: short,
      summary: sum,
    } = await textsIn(language);
    const count = (tools: number, more = false) => ({
      tools,
      more,
      ran: [],
      failed: 0,
      refused: 0,
      faked: false,
    });

    expect([
      sum(count(1), null),
      sum(count(6), 12_430),
      sum(count(100, true), null),
      badgeTexts.earlier(1),
    ]).toEqual([one, some, many, earlier]);
    expect([short(65_000), inWords('unknown', 3260, 430).replaceAll('\u00a0', ' ')]).toEqual([
      time,
      call,
    ]);
    expect([said(count(1)), said(count(2))]).toEqual([ran, allRan]);
  },
);

test.each([
  ['en', 'Ran 2 commands, read notes.md', 'Searched for Oslo, used todo', 'Ran 3 tools'],
  [
    'de',
    '2 Befehle ausgeführt, notes.md gelesen',
    'Nach Oslo gesucht, todo benutzt',
    '3 Tools ausgeführt',
  ],
  ['es', 'Ejecutó 2 comandos, leyó notes.md', 'Buscó Oslo, usó todo', 'Ejecutó 3 herramientas'],
  [
    'fr',
    'A exécuté 2 commandes, a lu notes.md',
    'A cherché Oslo, a utilisé todo',
    'A exécuté 3 outils',
  ],
  ['zh-CN', '已运行 2 个命令，已读取 notes.md', '已搜索 Oslo，已使用 todo', '已运行 3 个工具'],
  ['ja', '実行：コマンド 2 件、読み取り：notes.md', '検索：Oslo、使用：todo', '実行：ツール 3 件'],
])('in %s, a folded line is a sentence', async (language, two, mixed, three) => {
  const { summary: sum } = await textsIn(language);
  const said = (...calls: readonly string[]) =>
    sum({ tools: calls.length, more: false, ran: ran(...calls), failed: 0, refused: 0 }, null);

  expect(said('terminal a', 'terminal b', 'read_file x/notes.md')).toBe(two);
  expect(said('web_search Oslo', 'todo')).toBe(mixed);
  expect(said('terminal a', 'read_file b', 'todo')).toBe(three);
});

test('in the pseudo-language every text is marked', async () => {
  const { callInWords: inWords, badgeTexts, summary: sum } = await textsIn(PSEUDO);

  for (const text of [
    sum({ tools: 2, more: false, ran: [], failed: 0, refused: 0 }, 1200),
    inWords('ended', 1200, 0),
    badgeTexts.faked,
    badgeTexts.why,
  ])
    expect(text).toMatch(/^⟦.*⟧$/u);
});

test('any duration reads as one, or as nothing', () => {
  fc.assert(
    fc.property(fc.double(), (milliseconds) => {
      expect(shortTime(milliseconds)).toMatch(
        /^$|^[\d,]+(\.\d)? s$|^\d+ min \d\d s$|^[\d,]+ h \d\d min$/,
      );
      expect(timeInWords(milliseconds)).toMatch(/second|minute|hour/);
    }),
  );
});

test.each<[SubAgent, ProgressStatus, line: string]>([
  [{ state: 'running' }, 'running', 'Sub-agent: running'],
  [{ state: 'running', messages: 0 }, 'running', 'Sub-agent: running'],
  [{ state: 'running', messages: 1 }, 'running', 'Sub-agent: 1 message so far'],
  [{ state: 'running', messages: 4 }, 'running', 'Sub-agent: 4 messages so far'],
  [{ state: 'unknown', messages: 4 }, 'running', 'Sub-agent: 4 messages so far'],
  // Its call is over, and nobody has said what became of it.
  [{ state: 'running', messages: 4 }, 'unknown', 'Sub-agent: no result reported'],
  [{ state: 'running' }, 'started', 'Sub-agent: no result reported'],
  [
    { state: 'worked', seconds: 5.1, tokens: 30 },
    'unknown',
    'Sub-agent: ended by itself · 5.1 s · 30 tokens',
  ],
  [
    { state: 'failed', seconds: 8.28, error: 'HTTP 429' },
    'failed',
    'Sub-agent: failed: HTTP 429 · 8.2 s',
  ],
  [
    { state: 'failed', error: 'api_key=canary7canary' },
    'failed',
    'Sub-agent: failed: api_key=xxxxxxxxxxxxx',
  ],
  [{ state: 'failed' }, 'failed', 'Sub-agent: failed'],
])('%o of a call that is %s: "%s"', (subAgent, status, line) => {
  expect(subAgentLines([subAgent], status)).toEqual([line]);
});

test('several sub-agents are numbered', () => {
  expect(subAgentLines([{ state: 'worked' }, { state: 'failed' }], 'failed')).toEqual([
    'Sub-agent 1: ended by itself',
    'Sub-agent 2: failed',
  ]);
});

test.each<[failed: number, all: number, status: ProgressStatus, alone: string, beside: string]>([
  [1, 3, 'failed', '2 of 3 sub-agents worked; 1 failed: HTTP 429', '1 failed'],
  [1, 1, 'failed', 'failed: HTTP 429', 'failed'],
  [0, 1, 'unknown', '1 sub-agent ended by itself', ''],
])(
  '%i failed of %i: in a list, their own lines say the rest',
  (failed, all, status, alone, beside) => {
    const parts = { unit: 'subagents', all, worked: all - failed, failed } as const;
    const receipt = { error: 'HTTP 429', parts };
    expect(wordInList(status, receipt)).toBe(alone);
    expect(wordInList(status, { ...receipt, subAgents: [{ state: 'failed' }] })).toBe(beside);
    expect(wordInList('ran', { subAgents: [] })).toBe('');
  },
);

test.each([
  ["Tool 'clarify' does not exist. Available tools: terminal", 'clarify · could not ask you'],
  ['Clarify tool is not available in this execution context.', 'clarify · could not ask you'],
  ["Tool 'clarity' does not exist. Available tools: clarify", 'clarify · does not exist'],
  ['questions must be a non-empty array.', 'clarify · failed'],
])('"%s": "%s"', (error, line) => {
  expect(summaryOfOne('clarify', 'clarify', null, 'failed', { error })).toBe(line);
});
