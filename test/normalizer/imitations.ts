/**
 * Calls that a model only writes, in the forms in which models write them behind a history of real
 * ones.
 */
export interface Imitation {
  readonly name: string;
  readonly text: string;
  /** The lines in it that claim a call. */
  readonly lines: readonly string[];
}

/**
 * Real markers as Hermes 0.8 wrote them, in the reply of an earlier turn (test/recordings/hermes).
 */
export const HISTORY = [
  'Let me check. \n`💻 date`\n\n\nIt is noon.',
  '\n`⏰ list`\n\n\nYou have none.',
  '\n`📖 /srv/notes.txt`\n\n`🔍 weather in Berlin`\n\n\nIt rains, and the notes are old.',
  'Now the script.\n`🐍 print(6 * 7)`\n\n\n42',
];

const CALLS = [
  '💻 ls -la',
  '💻 git status && git log --oneline -3',
  '⏰ update',
  '📖 /srv/todo.md',
  '🔍 recall: "tea"',
  '🐍 import os; print(os.getcwd())',
];

const LEADS: Readonly<Record<string, string>> = {
  'at the beginning': '',
  'behind a sentence': 'Sure.',
  'behind a call to wait': 'One moment…',
  'behind a German sentence': 'Ich sehe nach!',
  'behind a Japanese sentence': '確認します。',
  'behind a sentence with an emoji': 'On it. 🔍',
  'behind a colon': 'Let me check:',
  'behind half a sentence': 'Let me check',
};

const GAPS: Readonly<Record<string, string>> = {
  'no blank line before': '\n',
  'one blank line before': '\n\n',
  'two blank lines before': '\n\n\n',
};

const RESTS: Readonly<Record<string, string>> = {
  'nothing behind': '',
  'text directly behind': '\nThere are three.',
  'one blank line behind': '\n\nThere are three.',
  'two blank lines behind': '\n\n\nThere are three.',
  'a list behind': '\n\n- a.txt\n- b.txt',
  'a block behind': '\n\n```\na.txt\n```',
  'small letters behind': '\n\nthere are three.',
  'Chinese behind': '\n\n共有三个。',
};

/** Several calls in one reply. */
const SEVERAL: Readonly<Record<string, (a: string, b: string) => string>> = {
  'two at the beginning': (a, b) => `${a}\n\n${b}\n\nDone.`,
  'two behind a sentence': (a, b) => `Sure.\n\n${a}\n\n${b}\n\nDone.`,
  'two apart': (a, b) => `Sure.\n\n${a}\n\nThree files.\n\n${b}\n\nDone.`,
  'two lines in a row': (a, b) => `Sure.\n\n${a}\n${b}\n\nDone.`,
};

/** Around a line that is no line of its own. */
const DRESSED: Readonly<Record<string, (line: string) => string>> = {
  'in bold': (line) => `Sure.\n\n**${line}**\n\nThree files.`,
  'in a list': (line) => `Sure.\n\n- ${line}\n\nThree files.`,
  'in a quote': (line) => `Sure.\n\n> ${line}\n\nThree files.`,
  'in a block': (line) => `Sure.\n\n\`\`\`\n${line}\n\`\`\`\n\nThree files.`,
  'without backticks': (line) => `Sure.\n\n${line.slice(1, -1)}\n\nThree files.`,
  'in a sentence': (line) => `I ran ${line}, and there are three files.`,
};

const entries = Object.entries;
const lineOf = (call: string): string => `\`${call}\``;

/** @returns each form with each call, in which it is so often that a count means something */
export function makeImitations(): readonly Imitation[] {
  const alone = CALLS.flatMap((call) =>
    entries(LEADS).flatMap(([where, lead]) =>
      entries(lead === '' ? { '': '' } : GAPS).flatMap(([before, gap]) =>
        entries(RESTS).map(([behind, rest]) => ({
          name: [call, where, before, behind].filter(Boolean).join(', '),
          text: `${lead}${gap}${lineOf(call)}${rest}`,
          lines: [lineOf(call)],
        })),
      ),
    ),
  );
  const several = CALLS.flatMap((call, i) =>
    entries(SEVERAL).map(([name, write]) => {
      const lines = [call, CALLS[(i + 1) % CALLS.length] ?? ''].map(lineOf);
      return { name: `${call}, ${name}`, text: write(lines[0] ?? '', lines[1] ?? ''), lines };
    }),
  );
  const dressed = CALLS.flatMap((call) =>
    entries(DRESSED).map(([name, write]) => ({
      name: `${call}, ${name}`,
      text: write(lineOf(call)),
      lines: [call],
    })),
  );
  return [...alone, ...several, ...dressed];
}
