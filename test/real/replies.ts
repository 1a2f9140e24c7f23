/**
 * What the agents of these tests answer: recorded streams of Hermes 0.8, and replies written for
 * these tests.
 */
import type { MoreModels } from '../../src/tools/demo/servers/models.ts';

/** Recorded: one tool in the first reply, three in the second, each of them a marker. */
export const RECORDED = 'hermes-0.8';
/** As a person reads them. */
export const RECORDED_TEXTS = [
  'Let me check. \n\nAll done: it printed the year.',
  'Now a failing one. \n\nFinished `three` calls.',
] as const;

/** Code, lists and quotes with text that only looks like a marker, and one real marker among it. */
export const MARKDOWN = 'markdown';
/** The same without the marker. */
export const MARKDOWN_PLAIN = 'markdown-plain';
/** Another agent, for two side by side. */
export const OTHER = 'other-agent';
/** One short reply that begins with a marker. */
export const LONE = 'lone-marker';

const BEFORE = [
  'Here ',
  'is how:\n\n',
  '```sh\n',
  '`⏰ list`\n',
  'echo "$(date)"\n',
  '```\n\n',
  '- `⏰ list` stays\n',
  '- **bold** and `inline`\n\n',
  '> `📖 quoted`\n\n',
  'Then it ran. ',
];
const MARKER = '\n`💻 ls -l "$HOME"`\n';
const AFTER = [
  '\n\n',
  '| a | b |\n|---|---|\n| 1 | `2` |\n\n',
  'Use `⏰ list` yourself. ',
  'That is all.',
];

export const MODELS: MoreModels = {
  [MARKDOWN]: [[...BEFORE, MARKER, ...AFTER]],
  [MARKDOWN_PLAIN]: [[...BEFORE, ...AFTER]],
  [OTHER]: [
    ['Looking. ', '\n`🔍 weather in Oslo`\n', '\n\n', 'It ', 'rains.'],
    ['Again. ', '\n`🔍 weather in Rome`\n', '\n\n', 'It ', 'shines.'],
  ],
  // With the gap that Hermes leaves behind a marker: in a channel, one text stands alone.
  [LONE]: [['`⏰ list`', '\n\n\n', 'You ', 'have ', 'three ', 'reminders', '.']],
};
