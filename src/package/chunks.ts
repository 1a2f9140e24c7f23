import { createParser } from 'eventsource-parser';
import { isObject } from '../normalizer/json/json-edit.ts';
import { cleanResponse, type NormalizeOptions } from './clean-response.ts';

/**
 * Yields the chunks of a reply, cleaned and parsed: the data of server-sent events up to `[DONE]`, or JSON lines.
 * Whoever leaves the loop ends the request. Without a type, they are what `JSON.parse` returns.
 * @throws Error for a failed request, and for an error that the server sends, with that as its `cause`; SyntaxError for
 * data that is no JSON
 */
export async function* chunks<Chunk = ReturnType<typeof JSON.parse>>(
  response: Response,
  options: NormalizeOptions = {},
): AsyncGenerator<Chunk, void> {
  const { body, headers } = cleanResponse(response, options);
  if (!response.ok || !body) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
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
        yield parsed(data) as Chunk;
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

function parsed(data: string): unknown {
  const chunk: unknown = JSON.parse(data);
  if (!isObject(chunk) || !chunk.error) return chunk;
  const { error } = chunk;
  const words = isObject(error) ? error.message : error;
  throw new Error(typeof words === 'string' ? words : data, { cause: error });
}
