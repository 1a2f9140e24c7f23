import { createParser } from 'eventsource-parser';
import { readError } from '../doctor/survey/reported-errors.ts';
import type { Message } from '../normalizer/dialects/dialect.ts';
import { arrayOf } from '../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../normalizer/json/json-edit.ts';
import { cleanResponse, type NormalizeOptions } from './clean-response.ts';
import { checkOptions, OF_REPLIES } from './options.ts';

/** A request that failed, or a reply that did. */
export class ReplyError extends Error {
  /** The status of the response, or of the error within it. */
  readonly status: number;

  /** @param cause what the server sent: JSON if it is some, else text */
  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.name = 'ReplyError';
    this.status = status;
  }
}

/** One message of the stream; `event` is its name, if it has one. */
interface Arrived extends Pick<Message, 'event'> {
  readonly data: string;
}

/**
 * Yields the chunks of a reply, cleaned and parsed: the data of server-sent events up to `[DONE]`, or JSON lines.
 * Whoever leaves the loop ends the request. Without a type, they are what `JSON.parse` returns.
 * @throws ReplyError for a failed request, and for an error that the server sends; SyntaxError for data that is no JSON;
 * TypeError for an unknown option or repair
 */
export async function* chunks<Chunk = ReturnType<typeof JSON.parse>>(
  response: Response,
  options: NormalizeOptions = {},
): AsyncGenerator<Chunk, void> {
  checkOptions(options, OF_REPLIES);
  const { status } = response;
  const { body, headers } = cleanResponse(response, options);
  if (!response.ok || !body) {
    const text = await response.text();
    throw new ReplyError(`HTTP ${status}: ${text}`, status, parseJson(text) ?? text);
  }
  const arrived: Arrived[] = [];
  const feed = headers.get('content-type')?.includes('json')
    ? feedLines((data) => arrived.push({ event: null, data }))
    : createParser({ onEvent: ({ event = null, data }) => arrived.push({ event, data }) }).feed;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await reader.read();
      isOver = done;
      feed(value ?? '\n\n');
      for (const message of arrived.splice(0)) {
        if (message.data === '[DONE]') return;
        yield parsed(message, status) as Chunk;
      }
    }
  } finally {
    await reader.cancel();
  }
}

function feedLines(onLine: (line: string) => void): (text: string) => void {
  let begun = '';
  return (text) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop() ?? '';
    lines.filter((line) => line.trim() !== '').forEach(onLine);
  };
}

/** @throws ReplyError for an error, wherever its format keeps it */
function parsed({ event, data }: Arrived, status: number): unknown {
  const chunk: unknown = JSON.parse(data);
  const words = isObject(chunk) ? readError({ event, json: chunk }, true) : null;
  if (!isObject(chunk) || words === null) return chunk;
  const error = errorIn(chunk);
  const { code, status: said }: Record<string, unknown> = isObject(error) ? error : {};
  const own = [said, code].find((one) => typeof one === 'number' && one >= 400 && one < 600);
  throw new ReplyError(words, typeof own === 'number' ? own : status, error);
}

/** @returns the error in a message with one: the message itself, if nothing else in it is */
function errorIn(json: Message['json']): unknown {
  const { error, response, choices } = json;
  const parts = [response, ...arrayOf(choices)].map((part) => (isObject(part) ? part.error : null));
  return error || parts.find(Boolean) || json;
}
