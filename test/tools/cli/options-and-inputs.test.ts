import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';
import { chunk, sse } from '../../normalizer/repairs/repaired.ts';
import { completion } from '../../normalizer/open-webui/streams.ts';

// Every option with every kind of input: what is printed, and the exit code. Input that cannot be
// read as requested is reported in one line.

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
const STREAM = sse(
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hi.' }),
  chunk({}, 'stop'),
  '[DONE]',
);
const SOCKET = JSON.stringify(completion({ content: 'Hi.', done: true })) + '\n';
const REQUEST = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}';
const CHAT =
  '{"id":"c","chat":{"history":{"messages":{"a":{"role":"assistant","content":"Hi."}}}}}';
const ANSWER =
  '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}';

const INPUTS = {
  'a recorded stream': HEAD + STREAM,
  'a stream without headers': STREAM,
  'an answer that is not streamed': ANSWER,
  'lines of Ollama':
    '{"model":"m","message":{"role":"assistant","content":"Hi."},"done":false}\n{"model":"m","message":{"role":"assistant","content":""},"done":true}\n',
  'a data stream': '0:"Hi."\nd:{"finishReason":"stop"}\n',
  'plain text': 'Hi.',
  'a refused request':
    'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{"error":{"message":"Invalid API key"}}',
  'headers alone': 'HTTP/1.1 204 No Content\r\n\r\n',
  nothing: '',
  'an HTML page': '<!doctype html><title>Sign in</title>',
  gzip: gzipSync(STREAM),
  'gzip that something read as text': Buffer.from(gzipSync(STREAM).toString()),
  'binary data': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff, 0xfe),
  'a request': REQUEST,
  'a stored chat': CHAT,
  'frames of a socket': SOCKET,
  'JSON that is cut': '{"choices":[{"message":',
  'another JSON': '[1,2]',
} as const;

type Input = keyof typeof INPUTS;

/**
 * The expectation: printed text, with exit code 0, or 1 if `finds`; or `says`, with exit code 2 and
 * nothing printed.
 */
type Expected =
  | { readonly prints: string | RegExp; readonly status?: number }
  | { readonly says: RegExp };

const same = (input: Input): Expected => ({ prints: Buffer.from(INPUTS[input]).toString() });
const TEXT: Expected = { prints: 'Hi.' };
const NOTHING: Expected = { prints: '' };
const EMPTY: Expected = { says: /is empty/ };
const NO_REPLY: Expected = { says: /no reply/ };
const PAGE: Expected = { says: /HTML page/ };
const PACKED: Expected = { says: /compressed/ };
const BINARY: Expected = { says: /binary/ };
const CLEAN: Expected = { prints: /\nNo defects found\.\n$/ };
const found = (first: string, status = 1): Expected => ({
  prints: new RegExp(`\\n1\\. [^\\n]+ \\(${first}: `),
  status,
});

/** The columns: without an option, --text, --doctor. */
const COLUMNS = ['', '--text', '--doctor'] as const;

const TABLE: Readonly<Record<Input, readonly Expected[]>> = {
  'a recorded stream': [{ prints: STREAM }, TEXT, CLEAN],
  'a stream without headers': [{ prints: STREAM }, TEXT, CLEAN],
  'an answer that is not streamed': [same('an answer that is not streamed'), TEXT, CLEAN],
  'lines of Ollama': [same('lines of Ollama'), TEXT, CLEAN],
  'a data stream': [same('a data stream'), TEXT, CLEAN],
  'plain text': [TEXT, TEXT, found('plain-text')],
  'a refused request': [
    { prints: '{"error":{"message":"Invalid API key"}}' },
    NO_REPLY,
    found('http-status'),
  ],
  'headers alone': [NOTHING, NOTHING, CLEAN],
  nothing: [EMPTY, EMPTY, found('empty-body')],
  'an HTML page': [PAGE, PAGE, found('html-page')],
  gzip: [{ prints: STREAM }, TEXT, CLEAN],
  'gzip that something read as text': [PACKED, PACKED, found('compressed-body', 2)],
  'binary data': [BINARY, BINARY, found('binary-body', 2)],
  'a request': [same('a request'), NO_REPLY, CLEAN],
  'a stored chat': [same('a stored chat'), NO_REPLY, CLEAN],
  'frames of a socket': [same('frames of a socket'), { prints: /.*/ }, CLEAN],
  'JSON that is cut': [same('JSON that is cut'), NO_REPLY, found('cut-frame')],
  'another JSON': [same('another JSON'), NO_REPLY, found('unknown-format')],
};

function run(
  args: readonly string[],
  input: Input,
): { status: number; printed: string; errors: string } {
  let printed = '';
  let errors = '';
  const status = runNormalize([...args, '-'], {
    read: () => Buffer.from(INPUTS[input]),
    print: (bytes) => void (printed = Buffer.from(bytes).toString()),
    error: (text) => void (errors += text),
  });
  return { status, printed, errors };
}

const CASES = (Object.keys(INPUTS) as Input[]).flatMap((input) =>
  COLUMNS.map((option, i) => [option || 'no option', input, TABLE[input][i]] as const),
);

test.each(CASES)('%s with %s', (option, input, expected) => {
  const { status, printed, errors } = run(option === 'no option' ? [] : [option], input);
  if (expected && 'says' in expected) {
    expect({ status, printed }).toEqual({ status: 2, printed: '' });
    expect(errors).toMatch(/^stream-fixer: [^\n]+\n$/);
    expect(errors).toMatch(expected.says);
  } else {
    expect([status, input === 'a stored chat' && option === 'no option' ? '' : errors]).toEqual([
      expected?.status ?? 0,
      '',
    ]);
    if (expected && typeof expected.prints === 'string') expect(printed).toBe(expected.prints);
    else expect(printed).toMatch(expected?.prints ?? /^$/);
  }
});
