/** How the messages of one chat UI are found in its page. One file per UI exports one of these. */
export interface ChatUi {
  /** The file's name. */
  readonly id: string;
  /** Cheap: asked again for every new reply. */
  recognise(document: Document): boolean;
  /** The model's replies in document order, none inside another. */
  replyElements(document: Document): Element[];
  /** The person's own messages in document order; empty when the UI gives no way to tell them. */
  userElements(document: Document): Element[];
}
