import type { AssistantText } from '../assistant-texts.ts';

/** One request shape that carries history, recognised by its content. */
export interface RequestShape {
  /** The file name. */
  readonly id: string;
  /** Whether such a request asks for a reply; otherwise it only stores a chat. */
  readonly asksReply: boolean;
  /**
   * @returns the texts of the assistant; null for a body of another shape. Texts of users, systems, developers and
   * tools are never among them.
   */
  find(json: Record<string, unknown>): readonly AssistantText[] | null;
}
