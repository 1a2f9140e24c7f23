/** Finds the messages of one chat UI in its page. One file per UI exports one of these. */
export interface ChatUi {
  /** Must be cheap: called for every new reply. */
  recognise(document: Document): boolean;
  /** Returns the model's replies in document order, none inside another. */
  replyElements(document: Document): Element[];
  /** Returns the person's own messages in document order; empty if the UI does not mark them. */
  userElements(document: Document): Element[];
}
