/** What tests store in a real Open WebUI, and read of it. */
import { must, type Account } from '../../src/tools/demo/servers/open-webui-api.ts';

/** An agent that the page calls directly. */
export interface DirectConnection {
  /** Such as `http://127.0.0.1:8642/v1`. */
  readonly url: string;
  readonly key: string;
}

/** Prefix of the names of models that are called directly. */
export const DIRECT_PREFIX = 'direct';

/** A message as the server stores it, as far as it is used here. */
export interface StoredMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  /** Since 0.8; the history for the model is taken from here first. */
  readonly output?: unknown;
}

/** @returns the messages of a stored chat, in the order in which they were created */
export async function readStoredChat({ call }: Account, id: string): Promise<StoredMessage[]> {
  const { chat } = (await must(call, 'GET', `/api/v1/chats/${id}`)) as {
    chat: { history: { messages: Record<string, StoredMessage & { timestamp?: number }> } };
  };
  return Object.values(chat.history.messages);
}

/** @returns the text of a stored reply: 0.10.0 to 0.10.2 keep it only in `output` */
export function storedText({ content, output }: StoredMessage): string {
  if (content !== '' || !Array.isArray(output)) return content;
  const items = output as readonly { type?: string; content?: readonly { text?: string }[] }[];
  return items
    .filter(({ type }) => type === 'message')
    .map((item) => (item.content ?? []).map(({ text = '' }) => text).join(''))
    .join('\n');
}

/** Stores the settings of an account's pages, with the release news marked as read. */
export async function saveSettings(
  { call }: Account,
  direct: readonly DirectConnection[] = [],
): Promise<void> {
  const { version } = (await must(call, 'GET', '/api/config')) as { version: string };
  const configs = direct.map((_, index) => [
    index,
    {
      enable: true,
      prefix_id: DIRECT_PREFIX,
      tags: [],
      model_ids: [],
      connection_type: 'external',
    },
  ]);
  const directConnections = {
    OPENAI_API_BASE_URLS: direct.map(({ url }) => url),
    OPENAI_API_KEYS: direct.map(({ key }) => key),
    OPENAI_API_CONFIGS: Object.fromEntries(configs) as object,
  };
  await must(call, 'POST', '/api/v1/users/user/settings/update', {
    ui: { version, directConnections },
  });
}

/**
 * Stores a chat of one question and one answer.
 * @returns its id
 */
export async function storeChat(
  { call }: Account,
  model: string,
  question: string,
  answer: string,
): Promise<string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const asked = {
    id: 'asked',
    parentId: null,
    childrenIds: ['answered'],
    role: 'user',
    content: question,
    timestamp,
    models: [model],
  };
  const answered = {
    id: 'answered',
    parentId: 'asked',
    childrenIds: [],
    role: 'assistant',
    content: answer,
    model,
    modelName: model,
    modelIdx: 0,
    done: true,
    timestamp,
  };
  const chat = {
    title: question,
    models: [model],
    params: {},
    history: { messages: { asked, answered }, currentId: 'answered' },
    messages: [asked, answered],
    tags: [],
    timestamp: timestamp * 1000,
  };
  const { id } = (await must(call, 'POST', '/api/v1/chats/new', { chat })) as { id: string };
  return id;
}
