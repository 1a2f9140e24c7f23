import { expect, test } from 'vitest';
import { cleanText } from '../../../src/normalizer/cleaning/clean-text.ts';
import { isHermesWorded, LISTED_EMOJI } from '../../../src/normalizer/text/marker-grammar.ts';

/** Code points of NousResearch/hermes-agent 0.7 and 0.8, tool by tool. */
const OF_HERMES = [
  0x1f4bb, 0x2699, 0x1f50d, 0x1f4c4, 0x1f4d6, 0x270d, 0x1f527, 0x1f50e, 0x1f40d, 0x1f500, 0x1f4cb,
  0x1f9e0, 0x1f4da, 0x1f4dd, 0x23f0, 0x2753, 0x1f310, 0x1f4f8, 0x1f446, 0x2328, 0x1f4dc, 0x25c0,
  0x1f6aa, 0x1f5bc, 0x1f441, 0x1f5a5, 0x1f3a8, 0x1f50a, 0x1f4e8, 0x1f3e0, 0x1f9ea, 0x1f52e, 0x26a1,
];

test('the list is that of Hermes, each emoji once and without variation selector', () => {
  expect(new Set(LISTED_EMOJI)).toEqual(
    new Set(OF_HERMES.map((code) => String.fromCodePoint(code))),
  );
  expect(LISTED_EMOJI).toHaveLength(OF_HERMES.length);
});

test('every listed emoji makes a marker, with and without variation selector', () => {
  for (const emoji of LISTED_EMOJI) {
    for (const selector of ['', '\ufe0f']) {
      expect(cleanText(`a\n\`${emoji}${selector} x\`\n\n\nb`)).toMatchObject({
        text: 'a\n\nb',
        markers: [{ emoji: emoji + selector, label: 'x' }],
      });
    }
  }
});

test('emoji that only look alike make none', () => {
  for (const emoji of ['🖨', '🔦', '⏱', '❔', '👀', '🏡', '✏', '\ufe0f💻', '💻🏻', 'x', '⚙⚙'])
    expect(cleanText(`\`${emoji} x\`\n\n\nb`).markers).toEqual([]);
});

test.each([
  ['⏰', 'list'],
  ['⏰', 'update'],
  ['⏰', 'cronjob'],
  ['📋', 'planning 12 task(s)'],
  ['📋', 'reading task list'],
  ['🔍', 'recall: "deploy steps..."'],
  ['🔍', 'web_search'],
  ['🧠', '-user: "name"'],
  ['📨', 'to telegram: "Done."'],
  ['⚙️', 'wait proc_0123456789a 30s'],
  ['⚙', 'poll proc_0123456789a'],
  ['🧪', 'listing envs'],
  ['🧪', 'rl_start_training'],
  ['📖', 'read_file'],
  ['🏠', 'ha_call_service'],
])('`%s %s` are words of Hermes', (emoji, label) => {
  expect(isHermesWorded({ emoji, label })).toBe(true);
});

test.each([
  ['⏰', 'List'],
  ['⏰', 'Remind me'],
  ['⏰', 'list of alarms'],
  ['📋', 'Copy'],
  ['📋', 'planning'],
  ['🔍', 'Search'],
  ['🔍', 'recall'],
  ['🧠', '+memory'],
  ['📨', 'Send to Anna'],
  ['⚙️', 'Settings'],
  ['⚙️', 'list'],
  ['🧪', 'add a failing test'],
  ['📖', 'README.md'],
  ['💻', 'terminal'],
  ['🔧', 'patch'],
  ['⚡', 'my_mcp_tool'],
  ['🦄', 'list'],
  ['📖', 'web_search'],
  ['constructor', 'list'],
])("`%s %s` may be anybody's", (emoji, label) => {
  expect(isHermesWorded({ emoji, label })).toBe(false);
});

test("no emoji alone makes every label one of Hermes'", () => {
  for (const emoji of LISTED_EMOJI) {
    for (const label of [
      'Update README',
      'fix',
      'src/index.ts',
      'npm test',
      'x_y',
      'https://example.org',
    ])
      expect(isHermesWorded({ emoji, label })).toBe(false);
  }
});
