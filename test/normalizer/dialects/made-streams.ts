/** Returns an id for a field of a message, or undefined to omit it. */
export type Ids = (field: string) => string | number | undefined;

/** Writes a stream of one text in one dialect. */
export interface StreamMaker {
  readonly dialect: string;
  readonly contentType: string;
  begin(ids: Ids): readonly string[];
  delta(text: string, ids: Ids): string;
  end(text: string, ids: Ids): readonly string[];
  /** Returns what a frame adds to the text of the reply. */
  said(json: Record<string, never>): unknown;
}

function sse(json: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(json)}\n\n`;
}

const SSE = 'text/event-stream';
const LINES = 'application/x-ndjson';

/** One for every dialect whose texts are deltas. */
export const STREAM_MAKERS: readonly StreamMaker[] = [
  {
    dialect: 'openai-chat',
    contentType: SSE,
    begin: (ids) => [
      sse({ id: 'c', choices: [{ index: ids('index'), delta: { role: 'assistant' } }] }),
    ],
    delta: (text, ids) =>
      sse({ id: ids('id'), choices: [{ index: ids('index'), delta: { content: text } }] }),
    end: (_text, ids) => [
      sse({ choices: [{ index: ids('index'), delta: {}, finish_reason: 'stop' }] }),
      'data: [DONE]\n\n',
    ],
    said: (json) =>
      (json as { choices?: { delta?: { content?: string } }[] }).choices?.[0]?.delta?.content,
  },
  {
    dialect: 'openai-responses',
    contentType: SSE,
    begin: (ids) => [
      sse({
        type: 'response.output_item.added',
        output_index: ids('output_index'),
        item: { id: ids('id'), type: 'message', role: 'assistant', content: [] },
      }),
      sse({
        type: 'response.content_part.added',
        item_id: ids('id'),
        output_index: ids('output_index'),
        content_index: ids('content_index'),
        part: { type: 'output_text', text: '' },
      }),
    ],
    delta: (delta, ids) =>
      sse({
        type: 'response.output_text.delta',
        item_id: ids('id'),
        output_index: ids('output_index'),
        content_index: ids('content_index'),
        delta,
      }),
    end: (text, ids) => [
      sse({
        type: 'response.output_text.done',
        item_id: ids('id'),
        output_index: ids('output_index'),
        content_index: ids('content_index'),
        text,
      }),
      sse({
        type: 'response.completed',
        response: {
          output: [
            {
              type: 'message',
              id: ids('id'),
              role: 'assistant',
              content: [{ type: 'output_text', text }],
            },
          ],
        },
      }),
    ],
    said: (json) => json.delta,
  },
  {
    dialect: 'hermes-session',
    contentType: SSE,
    begin: () => [],
    delta: (delta, ids) =>
      sse(
        { session_id: 's', run_id: ids('id') ?? 'r', message_id: ids('message_id'), delta },
        'assistant.delta',
      ),
    end: (content, ids) => [
      sse(
        { session_id: 's', run_id: ids('id') ?? 'r', message_id: ids('message_id'), content },
        'assistant.completed',
      ),
      sse({ session_id: 's', run_id: 'r' }, 'done'),
    ],
    said: (json) => json.delta,
  },
  {
    dialect: 'hermes-runs',
    contentType: SSE,
    begin: () => [],
    delta: (delta, ids) => sse({ event: 'message.delta', run_id: String(ids('id') ?? 'r'), delta }),
    end: (output, ids) => [
      sse({ event: 'run.completed', run_id: String(ids('id') ?? 'r'), output }),
    ],
    said: (json) => json.delta,
  },
  {
    dialect: 'ollama',
    contentType: LINES,
    begin: () => [],
    delta: (content) =>
      `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false })}\n`,
    end: () => [
      `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '' }, done: true })}\n`,
    ],
    said: (json) => (json as { message?: { content: string } }).message?.content,
  },
  {
    dialect: 'lobehub',
    contentType: SSE,
    begin: () => [],
    delta: (text, ids) => `id: ${ids('id') ?? 'i'}\nevent: text\ndata: ${JSON.stringify(text)}\n\n`,
    end: () => ['event: stop\ndata: "stop"\n\n'],
    said: (json) => (typeof json === 'string' && json !== 'stop' ? json : ''),
  },
  {
    dialect: 'koboldcpp',
    contentType: SSE,
    begin: () => [],
    delta: (token) => sse({ token, finish_reason: null }, 'message'),
    end: () => [sse({ token: '', finish_reason: 'stop' }, 'message')],
    said: (json) => json.token,
  },
  {
    dialect: 'ag-ui',
    contentType: SSE,
    begin: (ids) => [
      sse({ type: 'RUN_STARTED', runId: 'r' }),
      sse({ type: 'TEXT_MESSAGE_START', messageId: ids('id'), role: 'assistant' }),
    ],
    delta: (delta, ids) => sse({ type: 'TEXT_MESSAGE_CONTENT', messageId: ids('id'), delta }),
    end: (content, ids) => [
      sse({ type: 'TEXT_MESSAGE_END', messageId: ids('id') }),
      sse({ type: 'MESSAGES_SNAPSHOT', messages: [{ role: 'assistant', content }] }),
      sse({ type: 'RUN_FINISHED' }),
    ],
    said: (json) => json.delta,
  },
  {
    dialect: 'ai-sdk-messages',
    contentType: SSE,
    begin: (ids) => [sse({ type: 'text-start', id: ids('id') ?? 'i' })],
    delta: (delta, ids) => sse({ type: 'text-delta', id: ids('id'), delta }),
    end: (_text, ids) => [sse({ type: 'text-end', id: ids('id') }), sse({ type: 'finish' })],
    said: (json) => (json.type === 'text-delta' ? json.delta : ''),
  },
  {
    dialect: 'ai-sdk-data',
    contentType: 'text/plain',
    begin: () => ['f:{"messageId":"m"}\n'],
    delta: (text) => `0:${JSON.stringify(text)}\n`,
    end: () => ['d:{"finishReason":"stop"}\n'],
    said: (json) => (typeof json === 'string' ? json : ''),
  },
  {
    dialect: 'unknown',
    contentType: SSE,
    begin: () => [sse({ status: 'ready' }, 'hello')],
    delta: (text, ids) =>
      sse({ id: ids('id'), turn: { message_id: ids('message_id'), text } }, 'token'),
    end: (text) => [sse({ messages: [{ role: 'assistant', content: text }] }, 'end')],
    said: (json) => (json as { turn?: { text: string } }).turn?.text,
  },
];

/** @returns what frames add to the text of a reply, as a page reads them one by one */
export function saidIn({ said }: StreamMaker, body: string): string {
  return body
    .split('\n')
    .map((line) => /^(?:data: |[0-9a-k]:)?(?=["{])(.*)$/.exec(line)?.[1])
    .map((data) =>
      data === undefined ? '' : String(said(JSON.parse(data) as Record<string, never>) ?? ''),
    )
    .join('');
}
