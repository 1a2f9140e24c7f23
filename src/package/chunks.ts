import { createParser } from 'eventsource-parser';
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
  const arrived: string[] = [];
  const feed = headers.get('content-type')?.includes('json')
    ? feedLines((line) => arrived.push(line))
    : createParser({ onEvent: ({ data }) => arrived.push(data) }).feed;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await reader.read();
      isOver = done;
      feed(value ?? '\n\n');
      for (const data of arrived.splice(0)) {
        if (data === '[DONE]') return;
        yield parsed(data, status) as Chunk;
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

function parsed(data: string, status: number): unknown {
  const chunk: unknown = JSON.parse(data);
  if (!isObject(chunk) || !chunk.error) return chunk;
  const { error } = chunk;
  const { message, code, status: said }: Record<string, unknown> = isObject(error) ? error : {};
  const own = [said, code].find((one) => typeof one === 'number' && one >= 400 && one < 600);
  const words = isObject(error) ? message : error;
  throw new ReplyError(
    typeof words === 'string' ? words : data,
    typeof own === 'number' ? own : status,
    error,
  );
}
