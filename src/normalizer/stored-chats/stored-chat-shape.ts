import type { AssistantText } from '../requests/assistant-texts.ts';

/** One shape in which a server gives out chats that it has stored. Address and content must both fit. */
export interface StoredChatShape {
  /** How the path of such addresses ends. What is before it is left open: a UI may be served from a folder. */
  readonly path: RegExp;
  /** @returns the texts of the assistant that nobody writes any more; none for JSON of another shape */
  find(json: unknown): readonly AssistantText[];
}
