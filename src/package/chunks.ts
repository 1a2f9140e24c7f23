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
 * Yields the chunks of a reply, cleaned and parsed: the data of server-sent events up to `[DONE]`,
 * JSON lines, or, as the only one, a whole answer in JSON. Whoever leaves the loop ends the
 * request. Without a type, they are what `JSON.parse` returns.
 * @throws ReplyError for a failed request, and for an error that the server sends; SyntaxError for
 * data that is no JSON; TypeError for an unknown option or repair
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
  const feed = feedBody(headers.get('content-type') ?? '', (message) => arrived.push(message));
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await reader.read();
      isOver = done;
      feed(value ?? null);
      for (const message of arrived.splice(0)) {
        if (message.data === '[DONE]') return;
        yield parsed(message, status) as Chunk;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** Takes the text of a body as it arrives; null is its end. */
type Feed = (text: string | null) => void;

/** Servers and proxies mislabel bodies, and nothing that is server-sent events begins like JSON. */
function feedBody(type: string, onMessage: (message: Arrived) => void): Feed {
  let begun = '';
  let chosen: Feed | null = null;
  return (text) => {
    if (chosen) return chosen(text);
    begun += text ?? '';
    if (text !== null && begun.trim() === '') return;
    chosen =
      type.includes('json') || /^\s*[{[]/.test(begun) ? feedJson(onMessage) : feedEvents(onMessage);
    chosen(begun);
    if (text === null) chosen(null);
  };
}

function feedEvents(onMessage: (message: Arrived) => void): Feed {
  const { feed } = createParser({
    onEvent: ({ event = null, data }) => onMessage({ event, data }),
  });
  return (text) => feed(text ?? '\n\n');
}

/**
 * JSON in lines, if the first is a whole message, else one answer, which servers may print over
 * many.
 */
function feedJson(onMessage: (message: Arrived) => void): Feed {
  let begun = '';
  /** Null until the first line has ended. */
  let hasLines: boolean | null = null;
  return (text) => {
    begun += text ?? '';
    if (text !== null && (hasLines === false || !text.includes('\n'))) return;
    const end = begun.trimStart().indexOf('\n');
    if (end !== -1) hasLines ??= parseJson(begun.trimStart().slice(0, end)) !== undefined;
    if (text !== null && !hasLines) return;
    const lines = hasLines ? begun.split('\n') : [begun];
    begun = text === null ? '' : (lines.pop() ?? '');
    for (const data of lines) if (data.trim() !== '') onMessage({ event: null, data });
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
