import { PAGE, outcomeOf, type Call, type Client } from './client.ts';
import { readEvents } from './fetch-event-source.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Said {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string; readonly tool_calls?: readonly Entry[] };
  }[];
}

interface Entry {
  readonly id?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/**
 * NextChat, reimplemented from its app/utils/chat.ts and app/client/platforms/openai.ts:
 * fetch-event-source (here the original of its fork); empty data and chunks without choices are
 * skipped, and what cannot be parsed goes to the console. Of `tool_calls` only the first entry is
 * read: with an id it is a new call, without one it continues the last. A call whose arguments are
 * no JSON is never made.
 */
export const nextChat: Client = {
  name: 'NextChat',
  ...PAGE,
  errors: false,
  read: (reads, contentType) =>
    outcomeOf(async (reading) => {
      const calls: Mutable<Call>[] = [];
      let finished = false;

      function readMessage(data: string): void {
        const { choices } = JSON.parse(data) as Said;
        if (!choices?.length) return;
        const delta = choices[0]?.delta;
        const entry = delta?.tool_calls?.[0];
        if (entry?.id)
          calls.push({
            name: entry.function?.name ?? 'undefined',
            arguments: entry.function?.arguments ?? '',
          });
        // It throws if no call came before; missing arguments are appended as `undefined`.
        else if (entry) lastOf(calls).arguments += String(entry.function?.arguments);
        reading.text += delta?.content ?? '';
      }

      await readEvents(reads, contentType, (data) => {
        finished ||= data === '[DONE]';
        if (finished || data.trim() === '') return;
        try {
          readMessage(data);
        } catch {
          // The error goes to its console only.
        }
      });
      reading.calls = calls;
    }),
};

function lastOf<T>(values: readonly T[]): T {
  const last = values.at(-1);
  if (last === undefined) throw new TypeError('no call yet');
  return last;
}
