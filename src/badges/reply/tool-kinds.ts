import type { MessageKey } from '../../languages/messages.ts';
import { oneLine } from '../../lib/plain-text.ts';
import { COMMANDS } from '../../normalizer/progress/call-input.ts';

/** What a tool does, as far as its name says, and the words for that. */
export interface ToolKind {
  /** Names of tools of Hermes, and those that other agents have in common. */
  readonly names: RegExp;
  /** "read notes.md", "read 2 files". */
  readonly verb: MessageKey;
  /** The verb for several calls, if it is another. */
  readonly many?: MessageKey;
  /** "2 files"; undefined: "2 tools". */
  readonly noun?: MessageKey;
  /**
   * Which part of a label, between slashes, is worth naming, as of a file without its folder;
   * undefined: all of it.
   */
  readonly named?: (parts: readonly string[]) => string | undefined;
}

const FILE = { noun: 'badges_files', named: (parts: readonly string[]) => parts.at(-1) } as const;

const KINDS: readonly ToolKind[] = [
  {
    verb: 'badges_ranWhat',
    noun: 'badges_commands',
    names: COMMANDS,
  },
  { verb: 'badges_readWhat', ...FILE, names: /(?:^|_)read(?:_\w+)?_file|^read$/ },
  {
    verb: 'badges_wroteWhat',
    ...FILE,
    names: /(?:^|_)(?:write|edit)_file|^(?:write|edit|patch)$/,
  },
  {
    verb: 'badges_readWhat',
    noun: 'badges_pages',
    named: (parts) => parts.find((part) => part.includes('.')),
    names: /^(?:web_extract|(?:web_)?fetch|browser_navigate)$/,
  },
  {
    verb: 'badges_searchedWhat',
    many: 'badges_ranWhat',
    noun: 'badges_searches',
    names: /(?:^|_)(?:search|grep|glob)(?:_|$)/,
  },
];
/** Any tool may be of this kind. */
const OTHER: ToolKind = { verb: 'badges_usedWhat', names: /^/ };

/** @param tool its name, as in `read_file` and `ReadFile`; '' if unknown */
export function kindOf(tool: string): ToolKind {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return KINDS.find(({ names }) => names.test(name)) ?? OTHER;
}

/** Longest name in a sentence, in UTF-16 units. */
const MAX_NAME = 30;

/** @returns the name of a call as short as a sentence needs it */
export function shortName({ named }: ToolKind, label: string): string {
  return oneLine(named?.(label.split(/[/\\]/)) || label, MAX_NAME);
}
