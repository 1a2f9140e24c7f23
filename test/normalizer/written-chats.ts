import { LISTED_EMOJI } from '../../src/normalizer/text/marker-grammar.ts';
import { createDice } from './prose-corpus.ts';

/** The emoji of gitmoji, the convention for commit messages that projects begin with one. */
export const GITMOJI: readonly string[] = (
  '🎨 ⚡️ 🔥 🐛 🚑️ ✨ 📝 🚀 💄 🎉 ✅ 🔒️ 🔐 🔖 🚨 🚧 💚 ⬇️ ⬆️ 📌 👷 📈 ♻️ ➕ ➖ 🔧 🔨 🌐 ✏️ 💩 ⏪️ 🔀 📦️ 👽️ 🚚 📄 💥 🍱 ♿️ 💡 🍻 💬 🗃️ 🔊 🔇 👥 🚸 🏗️ 📱 🤡 ' +
  '🥚 🙈 📸 ⚗️ 🔍️ 🏷️ 🌱 🚩 🥅 💫 🗑️ 🛂 🩹 🧐 ⚰️ 🧪 👔 🩺 🧱 🧑‍💻 💸 🧵 🦺 ✈️ 🦖'
).split(' ');

const COMMITS = (
  'Update README; fix: close the socket on error; chore(deps): bump vite from 8.3.7 to 8.3.8; ' +
  'Add `--split` to the command line; refactor config loading; merge branch `main` into release; ' +
  'docs: explain the setup; test: cover empty input; Remove dead code; WIP; Speed up the first paint; ' +
  'feat!: drop Node 18; Revert "Use the new parser"; Log less; Move sources to src/; ci: cache npm; v2.0.1; ' +
  '#123 Fix typo'
).split('; ');
const COMMANDS = (
  'npm install; git log --oneline; docker compose up -d; ls -la; pip install -e .; make test; hermes --help; ' +
  'curl -iN http://localhost:8080; -h, --help; --verbose'
).split('; ');
const TAGS = (
  '@param name; @returns the text; @deprecated use `read`; @see README.md; @throws when it is empty; TODO: explain; ' +
  'NOTE; WARNING: slow'
).split('; ');
const BUTTONS = (
  'Search; Settings; Copy; Save as…; Read aloud; New chat; Home; Back; Send; Help; Remind me; Run; Close; ' +
  'Take a picture; Open terminal'
).split('; ');
const HEADINGS = (
  'Documentation; Quick start; Tests; Project structure; src/index.ts; README.md; LICENSE; What is new in 2.0?; ' +
  'How it works; API'
).split('; ');

/** What somebody may put after an emoji in a code span, and that emoji. */
const SPANS: readonly (readonly [emoji: readonly string[], words: readonly string[]])[] = [
  [GITMOJI, COMMITS],
  [LISTED_EMOJI, COMMITS],
  [LISTED_EMOJI, COMMANDS],
  [LISTED_EMOJI, TAGS],
  [LISTED_EMOJI, BUTTONS],
  [LISTED_EMOJI, HEADINGS],
];

/** Replies around one to three such spans. */
const REPLIES: readonly ((a: string, b: string, c: string) => string)[] = [
  (a) => `Commit message:\n\n${a}\n\nIt says why.`,
  (a) => `Commit message:\n${a}\n\nIt says why.`,
  (a) => a,
  (a) => `${a}\n\nThis says what changed and leaves the rest to the body.`,
  (a, b) => `${a}\n\n${b}`,
  (a, b, c) => `Choose one:\n\n${a}\n\n${b}\n\n${c}\n\nI like the first one best.`,
  (a, b, c) => `Choose one:\n${a}\n\n${b}\n\n${c}`,
  (a, b, c) => `1.\n\n${a}\n\n2.\n\n${b}\n\n3.\n\n${c}`,
  (a, b) => `Before:\n\n${a}\n\nAfter:\n\n${b}\n\nShall I go on?`,
  (a) => `Press\n\n${a}\n\nand wait until it is done.`,
  (a) => `# Help\n\n${a}\n\nTells what it can do.`,
  (a, b) => `## ${a}\n\n${b}\n\n- ${a}\n- ${b}`,
  (a) => `Gaps like these:\n\n\n${a}\n\n\nare in many READMEs.`,
  (a) => `Two blank lines behind, one before:\n\n${a}\n\n\nThat is all.`,
  (a) => `\`\`\`text\n${a}\n\n\n\`\`\`\n\nThat is the file.`,
  (a) => `> ${a}\n\n${a}   \n\nThe same once more.`,
  (a) => `Done. ${a}\n\nIs it right?`,
];

/**
 * @param count how many
 * @returns replies about commits, commands, documents and buttons, without any tool, as models
 * write them
 */
export function makeWrittenChats(count: number): readonly string[] {
  const dice = createDice();
  const pick = <T>(list: readonly T[]): T => list[dice(list.length)] as T;
  const span = (): string => {
    const [emoji, words] = pick(SPANS);
    return `\`${pick(emoji)} ${pick(words)}\``;
  };
  return Array.from({ length: count }, () => pick(REPLIES)(span(), span(), span()));
}
