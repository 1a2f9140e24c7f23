import type { CallAnswer, OpenWebUiCall } from '../../src/companion/open-webui-call.ts';
import {
  editJson,
  parseJson,
  rawAt,
  rawMembers,
  type ValueEdit,
} from '../../src/normalizer/json/json-edit.ts';

/** A server that stores chats as text and changes only what a request says. */
export interface TextServer {
  readonly call: OpenWebUiCall;
  /** JSON of all chats as they are. */
  chats(): readonly string[];
}

/**
 * @param merges from 0.10 on: messages are replaced one by one; before, keys of the chat
 * @param first JSON of the chats; their ids are `c0`, `c1` and so on
 */
export function createTextServer(merges: boolean, first: readonly string[]): TextServer {
  const chats = [...first];
  let times = 0;

  /** @returns the resulting chat */
  function store(chat: string, json: string): string {
    const edits = [...rawMembers(rawAt(json, ['chat']) ?? '')].flatMap(
      ([key, value]): ValueEdit[] => {
        if (!merges || key !== 'history') return [{ path: [key], json: value }];
        return [...rawMembers(rawAt(value, ['messages']) ?? '')].map(([id, message]) => ({
          path: ['history', 'messages', id],
          json: message,
        }));
      },
    );
    return editJson(chat, edits);
  }

  function answer(text: string): CallAnswer {
    return { status: 200, body: parseJson(text), text };
  }

  return {
    async call({ method, path, body, json }) {
      await Promise.resolve();
      if (path.startsWith('/api/tasks/')) return answer('{"task_ids":[]}');
      if (path.startsWith('/api/v1/chats/archived')) return answer('[]');
      if (path.startsWith('/api/v1/chats/?'))
        return answer(JSON.stringify(chats.map((_, i) => ({ id: `c${i}`, title: `Chat ${i}` }))));
      const number = Number(/^\/api\/v1\/chats\/c(\d+)$/.exec(path)?.[1] ?? -1);
      const chat = chats[number];
      if (chat === undefined) return { status: 404, body: null };
      if (method === 'POST') chats[number] = store(chat, json ?? JSON.stringify(body));
      return answer(
        `{"id":"c${number}","title":"Chat ${number}","updated_at":${1_700_000_000 + times++},"chat":${chats[number]},"archived":false}`,
      );
    },
    chats: () => chats,
  };
}
