/** Ids of the repairs; a test compares them with the repairs there are. */
export type RepairId =
  | 'bare-json'
  | 'content-arrays'
  | 'cumulative-text'
  | 'data-comments'
  | 'data-lines'
  | 'delta-missing'
  | 'done'
  | 'empty-role'
  | 'error-lines'
  | 'finish-missing'
  | 'finish-tool-calls'
  | 'first-role'
  | 'foreign-events'
  | 'joined-objects'
  | 'keep-alive-comments'
  | 'last-blank-line'
  | 'lone-comments'
  | 'null-choices'
  | 'silent-events'
  | 'tool-call-arguments'
  | 'tool-call-bare-head'
  | 'tool-call-container'
  | 'tool-call-empty-fields'
  | 'tool-call-growing'
  | 'tool-call-index'
  | 'tool-call-name-pieces'
  | 'tool-call-nameless'
  | 'tool-call-placeholder'
  | 'tool-call-repeats'
  | 'tool-call-split';

/** What each option is, as `typeof` says. */
const TYPES = {
  isHermes: 'boolean',
  repairs: 'object',
  onProgress: 'function',
  onRepair: 'function',
  onError: 'function',
  contentType: 'string',
  fetch: 'function',
  writtenCalls: 'boolean',
  onApproval: 'function',
} as const;

type OptionName = keyof typeof TYPES;

/** The options of replies. */
export const OF_REPLIES: readonly OptionName[] = [
  'isHermes',
  'repairs',
  'onProgress',
  'onRepair',
  'onError',
];

/**
 * @param names of the options that are known
 * @throws TypeError for any other, and for one of another type: whoever mistypes it would believe
 * that it is on
 */
export function checkOptions(options: object, names: readonly OptionName[]): void {
  for (const [name, value] of Object.entries(options)) {
    const known = names.find((one) => one === name);
    if (known === undefined)
      throw new TypeError(`There is no option "${name}". There are: ${names.join(', ')}.`);
    if (value !== undefined && (typeof value !== TYPES[known] || value === null))
      throw new TypeError(`The option "${name}" is of type ${TYPES[known]}.`);
  }
}
