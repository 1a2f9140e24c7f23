import type { Report, ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';
import type { ChatMessage } from '../../src/normalizer/open-webui/chat-event.ts';

type Handlers<Rest extends readonly unknown[]> = {
  [Type in ReplyEvent['type']]?: (
    event: Extract<ReplyEvent, { readonly type: Type }>,
    ...rest: Rest
  ) => unknown;
};

/** @returns a function that passes each event to the handler of its type, if there is one */
export function on(handlers: Handlers<[]>): Report {
  return (event) =>
    void (handlers[event.type] as ((event: ReplyEvent) => unknown) | undefined)?.(event);
}

/** Does the same for replies of a socket. */
export function onMessages(
  handlers: Handlers<[ChatMessage]>,
): (message: ChatMessage, event: ReplyEvent) => void {
  return (message, event) =>
    void (
      handlers[event.type] as ((event: ReplyEvent, message: ChatMessage) => unknown) | undefined
    )?.(event, message);
}
