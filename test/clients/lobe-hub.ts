import { PAGE, answering, outcomeOf, type Call, type Client } from './client.ts';
import { openaiFor, questionOf } from './openai-client.ts';

interface Said {
  readonly choices?: readonly { readonly delta?: Delta }[];
}

interface Delta {
  readonly content?: unknown;
  readonly tool_calls?: readonly Entry[] | null;
}

interface Entry {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string | null; readonly arguments?: string };
}

interface KnownCall {
  readonly id: string;
  readonly name: string;
  arguments: string;
}

/**
 * LobeHub with "fetch on client", reimplemented from its model-runtime (streams/openai/openai.ts)
 * and `parseToolCalls`, on the genuine `openai`: of a delta with calls only these are read, its
 * text is lost. Calls are kept by index, or by their place in the delta if they have none; another
 * id there is another call. A new call must have a name.
 */
export const lobeHub: Client = {
  name: 'LobeHub',
  ...PAGE,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const asked = answering(reads, contentType);
      const stream = await openaiFor(asked).chat.completions.create({
        ...questionOf(asked),
        stream: true,
      });
      const calls: KnownCall[] = [];
      for await (const chunk of stream) {
        // Only its own checks are between the page and what the server sends.
        const { choices } = chunk as Said;
        const delta = Array.isArray(choices) ? (choices as Said['choices'])?.[0]?.delta : undefined;
        const entries = delta?.tool_calls ?? [];
        if (entries.length > 0) entries.forEach((entry, i) => addEntry(calls, entry, i));
        else if (typeof delta?.content === 'string') reading.text += delta.content;
        reading.calls = calls.map(({ name, arguments: said }): Call => ({ name, arguments: said }));
      }
    }),
};

function addEntry(calls: KnownCall[], entry: Entry, place: number): void {
  const index = entry.index ?? place;
  const said = entry.function?.arguments ?? '';
  const call = calls[index];
  if (call && (!entry.id || entry.id === call.id)) call.arguments += said;
  else {
    const name = entry.function?.name;
    if (typeof name !== 'string' || typeof said !== 'string')
      throw new TypeError('Expected string');
    calls.splice(call ? calls.length : index, 0, { id: entry.id ?? '', name, arguments: said });
  }
}
