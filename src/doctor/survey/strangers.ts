import type { Message } from '../../normalizer/dialects/dialect.ts';
import { firstString } from '../../normalizer/dialects/fields.ts';
import { excerptOf, MAX_NAME } from '../excerpt.ts';
import { mistyped } from '../words.ts';
import type { Place, Sightings } from '../sightings.ts';
import { knows } from './life-cycle.ts';
import { LIFE_CYCLES } from './life-cycles.ts';

/** A message that nothing explained so far. */
type Stranger = Place & { readonly message: Message };

/**
 * Most messages that are kept until it is known whether something in their stream explains them.
 */
const MAX_STRANGERS = 256;

/** Events that keep a stream alive, and those that Hermes sends besides. */
const HARMLESS = /^(?:ping|heartbeat|keep-?alive|hermes\..*)$/;

/**
 * Collects the first messages that no known format explains.
 * @param dialects ids of those that were read in the stream so far
 */
export function createStrangers(seen: Sightings, dialects: ReadonlySet<string>) {
  const strangers: Stranger[] = [];

  /** Keeps a message with something unknown in it. */
  function add(message: Message, { frame, text }: Place): void {
    if (strangers.length < MAX_STRANGERS)
      strangers.push({ frame, text: excerptOf(text.trim()), message });
  }

  /** Behind the first chunk, a repair removes them and says so. */
  function tellBeforeChunks(): void {
    for (const place of strangers)
      if (place.message.event !== 'error') seen.add('before-first', undefined, place);
  }

  function isKnown(message: Message): boolean {
    return [...dialects].some((id) => knows(LIFE_CYCLES[id], message));
  }

  return {
    add,
    /** Reads a message that no format knows. */
    read(message: Message, place: Place): void {
      const { event, json } = message;
      // The chat is watched elsewhere.
      if (Array.isArray(json.choices)) return;
      const isChunk = dialects.has('openai-chat') || json.object === 'chat.completion.chunk';
      const isWhole = json.object === 'chat.completion' && json.choices !== undefined;
      if (isWhole || (isChunk && json.choices != null)) {
        const of = isWhole ? 'the answer' : 'a chunk';
        seen.add('field-mistyped', mistyped('choices', of, json.choices, 'list'));
        return;
      }
      if (!dialects.has('openai-chat')) add(message, place);
      else if (event === null && 'usage' in json && !('choices' in json))
        seen.add('chunk-without-choices');
    },
    messages: (): readonly Message[] => strangers.map(({ message }) => message),
    /** Reports what nothing in this stream explains. */
    tell(): void {
      if (dialects.has('openai-chat')) return tellBeforeChunks();
      if (dialects.size === 0) return;
      for (const { message, ...place } of strangers) {
        const { event, json } = message;
        const name = event ?? firstString(json, 'event', 'type', 'object') ?? 'message';
        if (HARMLESS.test(name) || isKnown(message)) continue;
        seen.add(
          'unread-frames',
          `Something here is not understood, and may be part of the reply: "${excerptOf(name, MAX_NAME)}".`,
          place,
        );
      }
    },
  };
}
