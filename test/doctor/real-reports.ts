/** The verdict on a recording that somebody reported. */
export interface RealReport {
  /** What is wrong with it. */
  readonly what: string;
  /** Id of the first finding; null if the recording itself is sound. */
  readonly first: string | null;
  /** Whether the page gets something better. */
  readonly helped?: true;
  /** What the first finding says, where its kind does not tell. */
  readonly says?: RegExp;
}

const WRITTEN = { what: 'a call that the model wrote as text', first: 'call-as-text' } as const;

/**
 * A block of code, words beside it, or a tool that nobody knows: somebody may only show it
 * (docs/limits.md).
 */
const SHOWN = 'nothing: a call as text that may be an explanation';

/** By the name of the file in test/recordings/reports. */
export const REAL_REPORTS: Readonly<Record<string, RealReport>> = {
  'cases/01-vllm-harmony-name.txt': {
    what: 'the name of a call ends with a control token',
    first: 'call-misnamed',
    says: /"query_rows<\|channel\|>commentary"/,
  },
  'cases/03-rapidmlx-anthropic-harmony.txt': { ...WRITTEN, says: /gpt-oss/ },
  'cases/05-llamacpp-anthropic-no-input.txt': {
    what: 'the block of a call has no input',
    first: 'field-missing',
    says: /"content_block\.input"/,
  },
  'cases/07-owui-responses-callid.txt': {
    what: 'cut in the text of an item that was never added',
    first: 'cut-reply',
  },
  'cases/09-hermes-runs-reasoning.txt': {
    what: 'nothing: Hermes repeats its text as "reasoning"',
    first: null,
  },
  'cases/11-hermes-calling-tool.txt': WRITTEN,
  'cases/13-hermes-tool-json-array.txt': WRITTEN,
  'cases/15-litellm-mcp-two-turns.txt': {
    what: 'the server runs the tools and goes on',
    first: 'goes-on',
  },
  'cases/17-mindroom-run-step.txt': {
    what: 'other messages between chunks',
    first: 'foreign-events',
    helped: true,
  },
  'cases/19-vllm-responses-aborted.txt': {
    what: 'cut in the arguments of a call',
    first: 'cut-call',
  },
  'cases/21-swappo-calls-in-done.txt': { what: 'a call in the last line', first: 'call-at-end' },
  'cases/23-glm-args-unfinished.txt': {
    what: 'arguments without their end',
    first: 'broken-arguments',
  },
  'cases/25-gemini-finish-alone.txt': {
    what: 'a last candidate without content',
    first: 'field-missing',
  },
  'cases/27-openrouter-error-chunk.txt': {
    what: 'an error in a chunk',
    first: 'server-error',
    says: /Provider disconnected/,
  },
  'cases/29-bedrock-index-one.txt': { what: 'the first call has index 1', first: 'call-index-gap' },
  'cases/31-gemini2api-only-done.txt': {
    what: 'no deltas, only the whole text',
    first: 'only-at-end',
  },
  'cases/33-ccflare-delta-object.txt': { what: 'deltas that are objects', first: 'delta-object' },
  'cases/35-hermes-fake-invoke.txt': { ...WRITTEN, says: /Claude/ },
  'cases/37-minimax-extra-fields.txt': {
    what: 'reasoning in the text',
    first: 'reasoning-as-text',
  },
  'cases/39-exo-xml-without-brackets.txt': WRITTEN,
  'cases/41-gemma-call-pythonic.txt': { what: SHOWN, first: null },
  'cases/43-kimi-k3-open-close.txt': { ...WRITTEN, says: /Kimi/ },
  'cases/45-owui-details-raw.txt': {
    what: 'a block of reasoning in the text',
    first: 'reasoning-as-text',
  },
  'cases/47-vertex-stop-each.txt': {
    what: 'a finish reason in every chunk, calls with one index',
    first: 'goes-on',
    helped: true,
  },
  'cases/49-omp-null-finish-done.txt': { what: 'no finish reason', first: 'finish-missing' },
  'cases/51-hermes-studio-results-as-user.request.json': {
    what: 'a marker in the history',
    first: 'markers',
    helped: true,
  },
  'cases/53-hass-jinja-500.txt': {
    what: 'the template refuses the request',
    first: 'http-status',
    says: /500/,
  },
  'cases/55-picursor-narrated-history.request.json': {
    what: 'a marker and a told call',
    first: 'markers',
    helped: true,
  },
  'cases/57-empty-data-beside-ping.txt': {
    what: 'frames without data',
    first: 'silent-events',
    helped: true,
  },
  'cases/59-owui-dangling-call.request.json': {
    what: 'a call without its result',
    first: 'call-unanswered',
  },
  'cases/61-cline-nested-envelope.txt': {
    what: 'an envelope',
    first: 'unknown-format',
    says: /one level deeper/,
  },
  'cases/63-owui-continue-details.jsonl': {
    what: 'a marker behind blocks',
    first: 'markers',
    helped: true,
  },
  'cases/65-owui-reasoning-delta.jsonl': {
    what: 'nothing: the reasoning talks of a command',
    first: null,
  },
  'cases/67-stored-bug-explained.chat.json': {
    what: 'nothing: an explanation of markers',
    first: null,
  },
  'cases/69-stored-calling-tool.chat.json': { ...WRITTEN, says: /2 replies/ },
  'cases/71-bridge-two-dones-openwebui.txt': { what: 'it ends twice', first: 'goes-on' },
  'cases/73-copilotkit-call-in-call.txt': {
    what: 'a call begins in another',
    first: 'call-in-call',
  },
  'cases/75-agui-incomplete.txt': {
    what: 'a message without its end',
    first: 'never-closed',
    says: /message/,
  },
  'cases/77-openai-retry-only.txt': {
    what: 'frames with "retry" or "id" alone',
    first: 'silent-events',
    helped: true,
  },
  'cases/79-bifrost-heartbeat-inside-data.txt': {
    what: 'a heartbeat inside of a frame',
    first: 'data-not-json',
  },
  'cases/81-dsv4-all-in-reasoning.txt': {
    what: 'the reply is in the reasoning',
    first: 'only-reasoning',
  },
  'cases/83-lmstudio-joined-args.txt': {
    what: 'the arguments of two calls in one',
    first: 'broken-arguments',
  },
  'cases/85-jan-gemini-no-index.txt': {
    what: 'a call without index',
    first: 'tool-call-index',
    helped: true,
  },
  'cases/87-vllm-anthropic-first-args.txt': {
    what: 'arguments without their beginning',
    first: 'broken-arguments',
  },
  'cases/89-zukijourney-usage.txt': {
    what: 'usage without choices',
    first: 'chunk-without-choices',
    helped: true,
  },
  ...Object.fromEntries(
    [0, 2, 4, 6, 12, 16, 18, 20, 22, 24].map((number) => [
      `written-calls/w${String(number).padStart(2, '0')}.txt`,
      WRITTEN,
    ]),
  ),
  ...Object.fromEntries(
    ['w08', 'w10', 'w14'].map((name) => [
      `written-calls/${name}.txt`,
      { what: SHOWN, first: null },
    ]),
  ),
  'evidence/e1-second-exact.txt': { what: 'nothing: two commit messages', first: null },
  'evidence/e2-one-exact.txt': { what: 'nothing: a commit message', first: null },
  'evidence/e5-empty-data.txt': {
    what: 'frames without data',
    first: 'silent-events',
    helped: true,
  },
  'evidence/e6-empty-data-and-ping.txt': {
    what: 'frames without data',
    first: 'silent-events',
    helped: true,
  },
  'evidence/e8-error-bare-after-role.txt': {
    what: 'an error without a frame',
    first: 'server-error',
    says: /overloaded/,
    helped: true,
  },
  'evidence/e10-foreign-unnamed.txt': {
    what: 'other messages between chunks',
    first: 'foreign-events',
    helped: true,
  },
  'evidence/e12-foreign-named.txt': {
    what: 'other messages between chunks',
    first: 'foreign-events',
    helped: true,
  },
  'whole-texts/j3-runs-output-only.txt': {
    what: 'only the whole text, with a marker',
    first: 'only-at-end',
    helped: true,
  },
  'whole-texts/j5-responses-text-done-only.txt': {
    what: 'only the whole text, with a marker',
    first: 'only-at-end',
    helped: true,
  },
  'whole-texts/s1-cumulative.jsonl': { what: 'nothing: two commit messages', first: null },
  'whole-texts/s3-message-delta.jsonl': { what: 'nothing: two commit messages', first: null },
};
