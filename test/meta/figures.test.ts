/**
 * Figures that the documentation states, beside the constants that make them so: who changes one
 * sees the other here.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';

const root = resolve(import.meta.dirname, '../..');

function read(file: string): string {
  return readFileSync(resolve(root, file), 'utf8').replace(/\s+/g, ' ');
}

const FIGURES: readonly (readonly [page: string, says: string, file: string, as: string])[] = [
  [
    'limits',
    'A frame over 8 MiB',
    'normalizer/framing/frame-splitter.ts',
    'MAX_FRAME = 8 * 1024 * 1024',
  ],
  [
    'limits',
    'a JSON answer over 16 MiB',
    'normalizer/framing/whole-json.ts',
    'longest: 16 * 1024 * 1024',
  ],
  [
    'limits',
    'from 4 million characters on',
    'normalizer/open-webui/text-part.ts',
    'MAX_TEXT = 4 * 1024 * 1024',
  ],
  ['limits', 'at most 400 lines', 'normalizer/rules/rule-scan.ts', 'MAX_BLOCK_LINES = 400'],
  ['limits', 'or 64 kB', 'normalizer/rules/rule-scan.ts', 'MAX_BLOCK = 64 * 1024'],
  ['limits', '50 rules or packs of your own', 'rules/read-packs.ts', 'MAX_PACKS = 50'],
  ['limits', 'of 50 rules each', 'rules/read-packs.ts', 'MAX_RULES = 50'],
  ['limits', 'at most 200 characters', 'normalizer/rules/pattern.ts', 'MAX_PATTERN = 200'],
  ['limits', 'at most 20 patterns', 'rules/pack-cost.ts', 'MAX_ALIKE = 20'],
  ['limits', 'the last 20 streams', 'inspector/recording.ts', 'MAX_STREAMS = 20'],
  ['limits', 'the last 2000 frames', 'inspector/recording.ts', 'MAX_FRAMES = 2000'],
  ['limits', 'a million characters', 'inspector/recording.ts', 'MAX_SIZE = 1024 * 1024'],
  ['limits', '16 384 characters', 'inspector/inspected.ts', 'MAX_SIDE = 16_384'],
  ['limits', 'over 32 million characters', 'detection/page-call.ts', 'LONGEST_ANSWER = 32_000_000'],
  ['limits', 'deeper than 1000 levels', 'detection/page-call.ts', 'DEEPEST = 1000'],
  ['limits', 'more than 100 000 chats', 'healing/chats/open-webui-chats.ts', 'MAX_CHATS = 100_000'],
  ['limits', 'for one second at most', 'hook/settings-gate.ts', 'WITHIN = 1000'],
  ['administrators', 'at most 20', 'settings/policy.ts', 'MAX_NAMED_SITES = 20'],
  ['using', 'pauses it for an hour', 'sites/pauses.ts', 'PAUSE_MS = 3_600_000'],
  ['using', 'for at most 90 days', 'stats/calendar.ts', 'KEPT_DAYS = 90'],
  ['using', 'within four minutes', 'companion/stream_fixer_companion.py', 'ANSWER_WITHIN = 240 '],
  ['using', 'the first 20 lines', 'companion/stream_fixer_companion.py', 'MAX_LINES = 20 '],
  ['using', 'After five minutes', 'normalizer/progress/asked-server.ts', 'WAITS = 300_000'],
  ['privacy', 'by day, for 90 days', 'stats/calendar.ts', 'KEPT_DAYS = 90'],
  ['privacy', 'the last 50 tools', 'stats/figures.ts', 'MAX_TOOLS = 50'],
  ['privacy', 'the last 200 chats', 'stats/chats.ts', 'MAX_CHATS = 200'],
  ['privacy', 'the last 200 messages', 'stats/warnings.ts', 'MAX_WARNINGS = 200'],
  ['privacy', 'the first 160 characters', 'hook/place-hints.ts', 'MANY_WORDS = 160'],
  ['what-a-page-can-notice', 'for five seconds', 'badges/notice.ts', 'STAYS = 5000'],
  ['what-a-page-can-notice', 'ten at the first time', 'badges/notice.ts', 'greeting ? 2 * STAYS'],
  ['what-a-page-can-notice', 'for a minute', 'badges/notice.ts', 'OFFER_STAYS = 60_000'],
  [
    'what-a-page-can-notice',
    'at most once a second',
    'hook/agent/record-reader.ts',
    'READ_EVERY = 1000',
  ],
  ['what-a-page-can-notice', 'every two seconds', 'hook/agent/sub-agents.ts', 'LOOK_EVERY = 2000'],
  [
    'what-a-page-can-notice',
    'for one second at most',
    'hook/transports/byte-stream.ts',
    'IDLE_AFTER = 1000',
  ],
  ['gateway', 'longer than 32 MiB', 'gateway/sent-request.ts', 'MAX_BODY = 32 * 1024 * 1024'],
  ['gateway', 'after 30 seconds at most', 'tools/cli/gateway/run.ts', 'close(30_000)'],
  ['gateway', 'at most 5 MiB', 'gateway/node/pictures.ts', 'MAX_BYTES = 5 * 1024 * 1024'],
  ['gateway', '64 MiB together', 'gateway/node/pictures.ts', 'MAX_KEPT = 64 * 1024 * 1024'],
  ['gateway', '192 random bits', 'gateway/node/pictures.ts', 'randomBytes(24)'],
  ['gateway', 'ends after a day', 'gateway/node/pictures.ts', 'KEPT_FOR = 24 * 3600 * 1000'],
  ['gateway', 'Twenty a reply', 'normalizer/reply/handed-over.ts', 'MAX_FILES = 20'],
  ['gateway', 'one line a second at most', 'gateway/status-lines.ts', 'EVERY = 1000'],
  ['gateway', 'for two seconds at most', 'gateway/recorded.ts', 'within: 2000'],
  ['gateway', 'waits for two seconds at most', 'gateway/known-servers.ts', 'LOOKS_FOR = 2000'],
  ['gateway', 'every five minutes', 'gateway/known-servers.ts', 'LOOK_AGAIN = 5 * 60_000'],
  ['gateway', 'after 15 seconds', 'gateway/node/upstream.ts', 'CONNECTS_WITHIN = 15_000'],
  ['package', 'over 64 MiB pass unread', 'package/fix-fetch.ts', 'MAX_BYTES = 64 * 1024 * 1024'],
  [
    'package',
    'over 256 Mi characters',
    'normalizer/requests/request-cleaner.ts',
    'MAX_DIRTY = 256 * 1024 * 1024',
  ],
  [
    'package',
    'more than 16 Mi characters',
    'package/calls/request-search.ts',
    'MAX_UNITS = 16_777_216',
  ],
  ['development', 'at most 4096 characters', 'normalizer/text/marker-filter.ts', 'MAX_HELD = 4096'],
  ['development', '(65 536)', 'normalizer/text/written-calls.ts', 'MAX_VALUE = 65_536'],
  ['../SECURITY', 'cut to 300 characters', 'lib/plain-text.ts', 'MAX_NAME = 300'],
  ['../SECURITY', 'within half a second', 'pages/approval/use-ripe.ts', 'TOO_SOON = 500'],
  [
    '../SECURITY',
    'after a second at least',
    'companion/stream_fixer_companion.py',
    'TOO_SOON = 1 ',
  ],
  ['../SECURITY', 'at most 5 MiB', 'gateway/node/pictures.ts', 'MAX_BYTES = 5 * 1024 * 1024'],
];

test.each(FIGURES)('%s.md says "%s" as long as %s has "%s"', (page, says, file, as) => {
  expect(read(`docs/${page}.md`)).toContain(says);
  expect(read(`src/${file}`)).toContain(as);
});

test('using.md counts the built-in packs', () => {
  expect(read('docs/using.md')).toContain(`There are ${ALL_PACKS.length} built-in packs`);
});
