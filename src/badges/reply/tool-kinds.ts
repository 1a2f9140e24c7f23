import type { MessageKey } from '../../languages/messages.ts';

/** What a tool does, as far as its name says, and the words for that. */
export interface ToolKind {
  /** Names of tools of Hermes, and those that other agents have in common. */
  readonly names: RegExp;
  /** "read notes.md", and for several calls "read 2 files". */
  readonly one: MessageKey;
  readonly many: MessageKey;
  /** "2 files"; undefined: "2 tools". */
  readonly noun?: MessageKey;
  /** What of a label is worth naming, as of a file without its folder; undefined: all of it. */
  readonly name?: RegExp;
}

const FILE = { noun: 'badges_files', name: /[^/\\]+$/ } as const;
const RAN = { one: 'badges_ranWhat', many: 'badges_ranWhat' } as const;
const READ = { one: 'badges_readWhat', many: 'badges_readWhat' } as const;

const KINDS: readonly ToolKind[] = [
  {
    ...RAN,
    noun: 'badges_commands',
    names: /^(?:terminal|(?:local_)?shell|bash|exec(?:ute)?(?:_c.*)?|run_.*command)$/,
  },
  { ...READ, ...FILE, names: /(?:^|_)read(?:_\w+)?_file|^read$/ },
  {
    one: 'badges_wroteWhat',
    many: 'badges_wroteWhat',
    ...FILE,
    names: /(?:^|_)(?:write|edit)_file|^(?:write|edit|patch)$/,
  },
  { ...READ, noun: 'badges_pages', name: /[^/]+\.[^/]+/, names: /^(?:web_extract|(?:web_)?fetch|browser_navigate)$/ },
  { ...RAN, one: 'badges_searchedWhat', noun: 'badges_searches', names: /(?:^|_)(?:search|grep|glob)(?:_|$)/ },
];
/** Any tool may be of this kind. */
const OTHER: ToolKind = { one: 'badges_usedWhat', many: 'badges_usedWhat', names: /^/ };

/** @param tool its name, as in `read_file` and `ReadFile`; '' if unknown */
export function kindOf(tool: string): ToolKind {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return KINDS.find(({ names }) => names.test(name)) ?? OTHER;
}

/** Most characters of a name in a sentence. */
const MAX_NAME = 30;

/** @returns the name of a call as short as a sentence needs it */
export function shortName({ name }: ToolKind, label: string): string {
  const signs = [...(name?.exec(label)?.[0] ?? label)];
  return signs.length > MAX_NAME ? `${signs.slice(0, MAX_NAME - 1).join('')}…` : signs.join('');
}
