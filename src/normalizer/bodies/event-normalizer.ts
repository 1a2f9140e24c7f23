import { arrayOf } from '../dialects/fields.ts';
import { choiceChannel } from '../dialects/openai-chat.ts';
import { createHeldText } from '../cleaning/held-text.ts';
import { editJson, isObject, jsonString, parseJson, replaceStrings, type JsonEdit } from '../json/json-edit.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import { createReply, type Reply, type ReplyOptions } from '../reply/reply.ts';

/**
 * Normalizes the events of one EventSource. Each event stays an event: none is dropped, held or added. It never throws;
 * when it fails, data goes on as it came.
 */
export interface EventNormalizer {
  /**
   * @param event name of the event, null for the default one
   * @returns the data for the page; the very same string when nothing was to do
   */
  receive(event: string | null, data: string): string;
  /** The connection is over. What still comes goes on where it ended, with the text that was held. */
  end(): void;
}

/** Signs of a chat after much that was none: from then on only what shows one of them is parsed. */
const FIRST_SIGN = /"choices"|"response\.|"run_id"/;
const TOOL_EVENT = 'hermes.tool.progress';

/**
 * Creates the normalizer of one EventSource, which may carry one reply after the other. Text that may become a marker
 * comes with the next text of its channel, or with the chunk that closes it. The closing messages of other dialects
 * repeat the whole text, so there it is in them.
 * @param open asked for each reply
 * @param onBroken called when something failed: what follows goes on as it came
 */
export function createEventNormalizer(open: () => ReplyOptions, onBroken?: () => void): EventNormalizer {
  let reply: Reply | null = null;
  /** A dialect was known in this reply. */
  let known = false;
  /** The next reply goes on with one that was cut. */
  let cut = false;
  /** Something failed: what follows passes as it is. */
  let broken = false;
  /** What gives the last text of channels that ended with the running message. */
  let ended = new Map<string, () => string>();
  /** Last texts of a reply that was cut, by channel. */
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
      (filter, channel) => {
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
    if (cut) begun.skip();
    cut = false;
    return begun;
  }

  function clean(event: string | null, data: string): string {
    const json = parseJson(data);
    if (!isObject(json)) {
      if (data.trim() === '[DONE]') {
        reply?.end();
        takeLast();
      } else reply?.pause(false);
      return data;
    }
    reply ??= begin();
    const verdict = reply.judge({ event, json })?.verdict();
    const cleaned = verdict && verdict.kind !== 'keep' ? replaceStrings(data, verdict.edits) : data;
    const last = takeLast();
    return last.size > 0 ? withLast(cleaned, last) : cleaned;
  }

  /** Many events came, and no dialect knew one. */
  function isForeign(): boolean {
    return !known && (reply?.settled() ?? false);
  }

  /** @returns what the channels that have ended still held, where that is something */
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
    receive(event, data) {
      if (broken || (isForeign() && event !== TOOL_EVENT && !FIRST_SIGN.test(data))) return data;
      try {
        return clean(event, data);
      } catch {
        broken = true; // a page may break what we rely on; it still gets its data
        onBroken?.();
        return data;
      }
    },
    end() {
      cut ||= known;
      reply?.lose();
      reply?.end(true);
      reply = null;
      // A browser may lose the connection again before anything came.
      const last = takeLast();
      if (last.size > 0) carried = last;
    },
  };
}

/**
 * Puts the last text of a choice into the chunk that closes it, whose delta is empty: there is no string to edit.
 * @param last by channel
 */
function withLast(data: string, last: ReadonlyMap<string, string>): string {
  const json = parseJson(data);
  const edits: JsonEdit[] = [];
  arrayOf(isObject(json) ? json.choices : null).forEach((choice, i) => {
    if (!isObject(choice) || !isObject(choice.delta)) return;
    const text = last.get(choiceChannel(choice, i));
    if (text !== undefined) edits.push({ path: ['choices', i, 'delta', 'content'], json: jsonString(text, data) });
  });
  return editJson(data, edits);
}

/**
 * A filter that decides every text at once.
 * @param before comes with the first text
 * @param cleans asked for each text: while it says no, all that is held comes with it as it is
 * @param onEnd called with what gives the text that is still held
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
    forget() {},
  };
}
