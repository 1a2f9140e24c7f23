import type { PageMessage } from '../../bridge/protocol.ts';
import type { ReplyEvent } from '../../normalizer/reply/reply-event.ts';

/**
 * Tells what the doctor would name in a stream, once for each reply; nothing of a stream that is
 * none.
 */
export function createSightings(send: (message: PageMessage) => void) {
  const seen: string[] = [];
  let told = 0;
  /** The reply that it belongs to; null before the first. */
  let reply: number | null = null;

  function tell(): void {
    for (; reply !== null && told < seen.length; told++)
      send({ type: 'seen', reply, id: seen[told] ?? '' });
  }

  return {
    add(event: ReplyEvent): void {
      const id = idOf(event);
      if (id === null || seen.includes(id)) return;
      seen.push(id);
      tell();
    },
    /** A reply begins, or goes on. */
    begin(number: number): void {
      if (number !== reply) told = 0;
      reply = number;
      tell();
    },
  };
}

function idOf(event: ReplyEvent): string | null {
  if (event.type === 'repair') return event.id;
  if (event.type === 'server') return event.server;
  return event.type === 'unknown-event' ? event.type : null;
}
