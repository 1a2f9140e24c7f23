import { arrayOf } from '../dialects/fields.ts';
import { choiceChannel } from '../dialects/openai-chat.ts';
import { unknown } from '../dialects/unknown.ts';
import { createHeldText } from '../cleaning/held-text.ts';
import {
  editJson,
  isCrowded,
  isObject,
  jsonString,
  parseJson,
  type JsonEdit,
} from '../json/json-edit.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { createReply, type Reply, type ReplyOptions } from '../reply/reply.ts';

/**
 * Signs of a chat, the last one of a reply in markup. After many events that belong to no chat,
 * only data that contains one of these is parsed.
 */
const FIRST_SIGN = /"choices"|"response\.|"run_id"|\/code(?:>|&gt;|\\u003e)/;
const TOOL_EVENT = 'hermes.tool.progress';

/**
 * Normalizes the events of one EventSource. Each event stays an event: none is dropped, held or
 * added. It never throws; if it fails, data passes unchanged. It may carry several replies one
 * after another. Text that may become a marker is delivered with the next text of its channel, or
 * with the chunk that closes the channel. Closing messages of other dialects repeat the whole text,
 * so it is in them already.
 * @param open called at the start of each reply
 * @param onBroken called when something failed: the rest passes unchanged
 */
export function createEventNormalizer(open: () => ReplyOptions, onBroken?: () => void) {
  let reply: Reply | null = null;
  /** A dialect was recognised in this reply. */
  let known = false;
  /** The next reply continues one that was cut off. */
  let cut = false;
  /** Something failed: the rest passes unchanged. */
  let broken = false;
  /** For each channel that ended with the current message: returns the text it still holds. */
  let ended = new Map<string, () => string>();
  /** Held texts of a reply that was cut off, by channel. */
  let carried = new Map<string, string>();

  function begin(): Reply {
    const options = open();
    const begun = createReply(
      {
        ...options,
        report(event) {
          if (event.type === 'start') known = true;
          else if (event.type === 'end') {
            known = false;
            reply = null;
            carried = new Map();
          }
          options.report?.(event);
        },
      },
      (filter, { dialect, name: channel }) => {
        if (dialect === unknown.id) return createSureFilter(filter);
        const before = carried.get(channel) ?? '';
        carried.delete(channel);
        return createPromptFilter(
          filter,
          before,
          () => options.cleans?.() !== false,
          (take) => void ended.set(channel, take),
        );
      },
    );
    if (cut) begun.beginMidLine();
    cut = false;
    return begun;
  }

  function clean(event: string | null, data: string): string {
    if (isCrowded(data)) {
      reply?.miss();
      return data;
    }
    const json = parseJson(data);
    if (!isObject(json) && !Array.isArray(json)) {
      if (data.trim() === '[DONE]') {
        reply?.end();
        takeLast();
      } else reply?.pause(false);
      return data;
    }
    reply ??= begin();
    const verdict = reply.judge({ event, json: json as Record<string, unknown> })?.verdict();
    const cleaned = verdict && verdict.kind !== 'keep' ? editJson(data, verdict.edits) : data;
    const last = takeLast();
    return last.size > 0 ? withLast(cleaned, last) : cleaned;
  }

  /** @returns the text that each ended channel still held, unless it is empty */
  function takeLast(): Map<string, string> {
    const last = new Map<string, string>();
    for (const [channel, take] of ended) {
      const text = take();
      if (text !== '') last.set(channel, text);
    }
    ended = new Map();
    return last;
  }

  return {
    /**
     * @param event name of the event, null for the default one
     * @returns the data for the page; the very same string if nothing changed
     */
    receive(event: string | null, data: string): string {
      if (broken || (reply?.isForeign() && event !== TOOL_EVENT && !FIRST_SIGN.test(data)))
        return data;
      try {
        return clean(event, data);
      } catch {
        broken = true; // a page may break what we rely on; it still gets its data
        onBroken?.();
        return data;
      }
    },
    /** A person has said something: the next text is the first of another reply. */
    part: (): void => reply?.part(),
    /**
     * The connection is over. Later events continue where it ended, together with the text that was
     * held.
     */
    end(): void {
      cut ||= known;
      reply?.lose();
      reply?.end('goes-on');
      reply = null;
      // The browser may lose the connection again before any event arrives.
      const last = takeLast();
      if (last.size > 0) carried = last;
    },
  };
}

/**
 * Puts the held text of a choice into the chunk that closes it. Its delta is empty, so there is no
 * string to edit.
 * @param last held text by channel
 */
function withLast(data: string, last: ReadonlyMap<string, string>): string {
  const json = parseJson(data);
  const edits: JsonEdit[] = [];
  arrayOf(isObject(json) ? json.choices : null).forEach((choice, i) => {
    if (!isObject(choice) || !isObject(choice.delta)) return;
    const text = last.get(choiceChannel(choice, i));
    if (text !== undefined)
      edits.push({ path: ['choices', i, 'delta', 'content'], json: jsonString(text, data) });
  });
  return editJson(data, edits);
}

/**
 * A filter that decides every text at once, and carries nothing from one event to another: nobody
 * knows whether another one will come for that text.
 */
function createSureFilter(filter: MarkerFilter): MarkerFilter {
  return {
    ...filter,
    decided: filter.position,
    forget(before) {
      filter.giveUp();
      return filter.forget(before);
    },
  };
}

/**
 * A filter that decides every text at once.
 * @param before delivered with the first text
 * @param cleans asked for each text; if false, the held text is delivered unchanged
 * @param onEnd called with a function that returns the text still held
 */
function createPromptFilter(
  filter: MarkerFilter,
  before: string,
  cleans: () => boolean,
  onEnd: (take: () => string) => void,
): MarkerFilter {
  const text = createHeldText(filter, cleans);

  function take(): string {
    const settled = before + text.settle();
    before = '';
    return settled;
  }

  return {
    ...filter,
    push: text.push,
    end() {
      filter.end();
      onEnd(take);
    },
    decided: filter.position,
    kept: take,
    spare() {},
    forget: () => [],
  };
}
