import { PAGE, outcomeOf, streamOf, type Call, type Client } from './client.ts';

interface Said {
  readonly choices?: readonly Choice[];
}

interface Choice {
  readonly delta?: { readonly content?: string; readonly tool_calls?: readonly Entry[] };
  readonly finish_reason?: string;
}

interface Entry {
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

/** One data line followed by a blank line. */
const FRAME = /^data:[ ]?([^\r\n]*)\r?\n\r?\n/m;

/**
 * KoboldAI Lite, reimplemented from `oai_api_stream_sse` in its index.html: a frame is one data
 * line followed by a blank line, and what cannot be parsed goes to the console. Calls are read only
 * from a delta without content, distinguished by their ids alone, and made only if the finish
 * reason is `tool_calls`.
 */
export const koboldLite: Client = {
  name: 'KoboldAI Lite',
  ...PAGE,
  errors: false,
  read: (reads) =>
    outcomeOf(async (reading) => {
      const calls = createCalls();
      let buffer = '';
      let finish: string | undefined;
      for await (const text of streamOf(reads).pipeThrough(new TextDecoderStream())) {
        buffer += text;
        for (let frame = FRAME.exec(buffer); frame; frame = FRAME.exec(buffer)) {
          buffer = buffer.slice(frame.index + frame[0].length);
          const [choice] = parse(frame[1] ?? '')?.choices ?? [];
          if (choice?.delta?.content) reading.text += choice.delta.content;
          else choice?.delta?.tool_calls?.forEach(calls.add);
          finish = choice?.finish_reason ?? finish;
        }
      }
      if (finish === 'tool_calls') reading.calls = calls.end();
    }),
};

function parse(data: string): Said | null {
  try {
    // Whatever the server sends is taken for a chunk.
    return JSON.parse(data) as Said | null;
  } catch {
    return null;
  }
}

/**
 * The first entry with another id finishes a call; a name is appended if it differs from the
 * previous one.
 */
function createCalls(): { add(entry: Entry): void; end(): Call[] } {
  const finished: Call[] = [];
  let id: string | undefined;
  let name = '';
  let said = '';

  function add(entry: Entry): void {
    if (id && entry.id && entry.id !== id) {
      finished.push({ name, arguments: said });
      name = said = '';
    }
    id = entry.id || id;
    if (entry.function?.name && entry.function.name !== name) name += entry.function.name;
    if (entry.function?.arguments) said += entry.function.arguments;
  }

  return { add, end: () => (id ? [...finished, { name, arguments: said }] : finished) };
}
