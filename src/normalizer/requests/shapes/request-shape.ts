import type { AssistantText } from '../assistant-texts.ts';

/** One request shape that carries history, recognised by what it holds. */
export interface RequestShape {
  /** The file name. */
  readonly id: string;
  /** Such a request asks for a reply; else it only stores a chat. */
  readonly asksReply: boolean;
  /**
   * @returns the texts of the assistant; null for a body of another shape. Texts of users, systems, developers and tools
   *   are never among them.
   */
  find(json: Record<string, unknown>): readonly AssistantText[] | null;
}
