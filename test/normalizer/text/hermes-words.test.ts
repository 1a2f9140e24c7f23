import { expect, test } from 'vitest';
import { LISTED_EMOJI } from '../../../src/normalizer/text/marker-grammar.ts';
import { isHermesWorded } from '../../../src/normalizer/text/hermes-words.ts';

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
    for (const label of ['Update README', 'fix', 'src/index.ts', 'npm test', 'x_y', 'https://example.org'])
      expect(isHermesWorded({ emoji, label })).toBe(false);
  }
});
