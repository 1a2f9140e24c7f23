/** What a tool does, as far as its name says. */
export type ToolKind = 'command' | 'read' | 'write' | 'page' | 'search' | 'other';

/** Names of tools of Hermes, and those that other agents have in common. */
const KINDS: readonly (readonly [kind: ToolKind, names: RegExp])[] = [
  [
    'command',
    /^(?:terminal|(?:local_)?shell|bash|exec(?:ute)?(?:_c.*)?|run_.*(?:cmd|command)|python|code_interpreter)$/,
  ],
  ['read', /(?:^|_)read(?:_\w+)?_file|^read$/],
  ['write', /(?:^|_)(?:write|edit|create|append)_file|^(?:write|edit|multi_edit|patch)$/],
  ['page', /^(?:web_extract|web_fetch|fetch(?:_\w+)?|browser_navigate|open_url)$/],
  ['search', /(?:^|_)(?:search|grep|glob)(?:_|$)/],
];

/** @param tool its name, as in `read_file` and `ReadFile`; '' if unknown */
export function kindOf(tool: string): ToolKind {
  const name = tool.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return KINDS.find(([, names]) => names.test(name))?.[0] ?? 'other';
}

/** Most characters of a name in a sentence. */
const MAX_NAME = 30;

/** @returns the name of a call as short as a sentence needs it: of a file without its folder, of a page its host */
export function shortName(kind: ToolKind, name: string): string {
  const isFile = kind === 'read' || kind === 'write';
  const last = isFile ? /[^/\\]+$/.exec(name)?.[0] : kind === 'page' ? /^https?:\/\/([^/?#]+)/.exec(name)?.[1] : name;
  const signs = [...(last ?? name)];
  return signs.length > MAX_NAME ? `${signs.slice(0, MAX_NAME - 1).join('')}…` : signs.join('');
}
