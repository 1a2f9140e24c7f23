import type { AssistantText } from '../requests/assistant-texts.ts';

/** One shape in which a server returns stored chats. URL and content must both match. */
export interface StoredChatShape {
  /** How the path of such URLs ends. The beginning is left open, as a UI may be served from a folder. */
  readonly path: RegExp;
  /** @returns the completed texts of the assistant; none for JSON of another shape */
  find(json: unknown): readonly AssistantText[];
}
