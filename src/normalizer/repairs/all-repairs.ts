// Only the ids, so that whoever merely names repairs (settings, bridge, statistics) does not load their code.

/** Ids of the repairs that are on by default: none of them changes what a stream means. */
export const DEFAULT_REPAIRS: ReadonlySet<string> = new Set([
  'tool-call-container',
  'tool-call-index',
  'tool-call-empty-fields',
  'tool-call-arguments',
  'tool-call-repeats',
  'tool-call-split',
  'tool-call-growing',
  'tool-call-nameless',
  'tool-call-placeholder',
  'first-role',
  'byte-order-mark',
  'data-comments',
  'silent-events',
  'error-lines',
  'bare-json',
  'joined-objects',
  'data-lines',
  'last-blank-line',
  'keep-alive-comments',
  'foreign-events',
  'done',
]);

/** Ids of the repairs that change what a stream means: each is on only if requested. */
export const OPTIONAL_REPAIRS: ReadonlySet<string> = new Set([
  'tool-call-bare-head',
  'tool-call-name-pieces',
  'lone-comments',
  'null-choices',
  'delta-missing',
  'padding-fields',
  'content-arrays',
  'cumulative-text',
  'finish-tool-calls',
  'finish-missing',
]);

/** Ids of all repairs. */
export const ALL_REPAIRS: ReadonlySet<string> = new Set([...DEFAULT_REPAIRS, ...OPTIONAL_REPAIRS]);
