import type { CallAnswer, CallRequest } from '../../src/companion/open-webui-call.ts';
import { makeChat } from '../healing/chats.ts';
import {
  createFakeOpenWebUi,
  type FakeOpenWebUi,
  type Generation,
} from '../healing/fake-open-webui.ts';

/** Answers requests about chats. */
export type ChatsBehind = Pick<FakeOpenWebUi, 'call'>;

const OF_CHATS = /^\/api\/(?:v1\/chats|tasks)\//;

/** @returns what a server with these chats answers; null for any other request */
export function answerOfChats(
  chats: ChatsBehind | undefined,
  request: CallRequest,
  token: string | null,
): Promise<CallAnswer> | null {
  if (!chats || !OF_CHATS.test(request.path)) return null;
  return token === null
    ? Promise.resolve({ status: 401, body: { detail: 'Not authenticated' } })
    : chats.call(request);
}

/** A chat of a list. */
export interface ListedChat {
  readonly title: string;
  readonly turns?: number;
  /** Text of the reply of a turn; with a marker by default. */
  readonly reply?: (turn: number) => string;
  readonly archived?: boolean;
}

/** A server with these chats; their ids are `chat-1`, `chat-2` and so on. */
export function chatsOf(
  list: readonly ListedChat[],
  generation: Generation = '0.12.4',
): FakeOpenWebUi {
  const fake = createFakeOpenWebUi(generation);
  for (const [i, { title, turns, reply, archived }] of list.entries()) {
    fake.add(`chat-${i + 1}`, { ...makeChat({ generation, turns, reply }), title }, archived);
  }
  return fake;
}

/** Assistant's texts of a chat, as the server has them. */
export function replies(chats: FakeOpenWebUi, id: string): string {
  const history = chats.records.get(id)?.chat.history as
    | { messages: Record<string, { role: string }> }
    | undefined;
  return JSON.stringify(
    Object.values(history?.messages ?? {}).filter(({ role }) => role === 'assistant'),
  );
}
