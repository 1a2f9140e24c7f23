import { choiceChannel } from '../../normalizer/dialects/openai-chat.ts';
import { arrayOf } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../excerpt.ts';
import { createFollowedCalls, entriesOf } from './followed-calls.ts';
import { stop } from './life-cycle.ts';
import type { Sightings } from '../sightings.ts';

export interface ChatEnd {
  /** It was a stream, which needs an end; otherwise one whole response. */
  readonly isStream: boolean;
  /** `[DONE]` arrived. */
  readonly done: boolean;
  /** The server reported an error. */
  readonly failed: boolean;
  /** Something was removed from the text. */
  readonly cleaned: boolean;
  /** The last frame was truncated. */
  readonly cut: boolean;
  /** Some frames could not be read: what is missing may be in them. */
  readonly unread: boolean;
}

type Choice = ReturnType<typeof createChoice>;

function createChoice() {
  return {
    calls: createFollowedCalls(),
    text: '',
    reasons: false,
    called: false,
    hasRole: false,
    finish: '',
  };
}

/** UTF-16 units of the shortest repetition that counts: shorter ones are intended. */
const MIN_REPEAT = 24;

const CALLED = /^(?:tool_calls?|function_call)$/;

/** Watches the choices of a chat completion, and finds what is missing at its end. */
export function createChatWatch(seen: Sightings) {
  const choices = new Map<string, Choice>();

  function readChoice(json: Record<string, unknown>, i: number): void {
    const channel = choiceChannel(json, i);
    const choice = choices.get(channel) ?? createChoice();
    choices.set(channel, choice);
    const said = isObject(json.delta) ? json.delta : json.message;
    if (isObject(said)) readSaid(choice, said);
    // Some servers repeat the whole message beside the last delta.
    if (isObject(json.delta) && isObject(json.message)) readText(choice, textOf(json.message));
    const { finish_reason: finish } = json;
    if (typeof finish === 'string' && finish !== '') readFinish(choice, finish);
  }

  function readSaid(choice: Choice, said: Record<string, unknown>): void {
    const entries = entriesOf(said);
    const text = textOf(said);
    if (isObject(said.content))
      seen.add('delta-object', 'The "content" of a delta is an object, not a text.');
    choice.hasRole ||= typeof said.role === 'string' && said.role !== '';
    if (choice.finish !== '' && (entries.length > 0 || text !== '') && !isRepeated(choice, text))
      seen.add('goes-on');
    readText(choice, text);
    choice.reasons ||= ['reasoning_content', 'reasoning', 'thinking'].some(
      (key) => typeof said[key] === 'string' && said[key] !== '',
    );
    if (entries.length === 0) return;
    choice.called = true;
    choice.calls.add(entries);
  }

  function isRepeated({ text }: Choice, more: string): boolean {
    return more.length >= MIN_REPEAT && more === text;
  }

  function readText(choice: Choice, text: string): void {
    if (isRepeated(choice, text)) seen.add('repeated-text');
    else choice.text += text;
  }

  function readFinish(choice: Choice, finish: string): void {
    if (choice.finish !== '' && choice.finish !== finish)
      seen.add(
        'finish-twice',
        `The reply has two different finish reasons: "${excerptOf(choice.finish, MAX_NAME)}", then "${excerptOf(finish, MAX_NAME)}".`,
      );
    choice.finish = finish;
    stop(seen, finish, null);
  }

  function endChoice(
    choice: Choice,
    { isStream, done, failed, cleaned, cut, unread }: ChatEnd,
  ): boolean {
    const calls = choice.calls.calls();
    const broken = calls.find(({ isWhole }) => isWhole === false);
    const isOver = choice.finish !== '' || (done && !broken) || !isStream;
    const hasEnd = isOver && !failed && !cut;
    if (broken) {
      const name = broken.name === '' ? '' : ` of "${excerptOf(broken.name, MAX_NAME)}"`;
      if (choice.finish === 'length')
        seen.add(
          'cut-call',
          `The reply stopped at the token limit in the middle of a tool call: the arguments${name} are incomplete.`,
        );
      else if (hasEnd)
        seen.add(
          'broken-arguments',
          `The arguments${name} are not valid JSON, though the reply ended as if all was well.`,
        );
      else
        seen.add(
          'cut-call',
          `The reply was cut in the middle of a tool call: the arguments${name} are incomplete.`,
        );
    }
    if (calls.some(({ name }) => name === '')) seen.add('call-without-name');
    const misnamed = calls.find(({ name }) => /[<|>\s]/.test(name));
    if (misnamed)
      seen.add(
        'call-misnamed',
        `The name of a tool call is none that a tool can have: "${excerptOf(misnamed.name, MAX_NAME)}".`,
      );
    if (calls.some(({ id }) => id === '')) seen.add('call-without-id');
    if (calls.some(({ hasType }) => !hasType)) seen.add('call-without-type');
    if (isStream && typeof calls[0]?.index === 'number' && calls[0].index !== 0)
      seen.add('call-index-gap');
    if (isStream && !choice.hasRole) seen.add('no-role');
    if (CALLED.test(choice.finish) && !choice.called && !failed && !unread)
      seen.add('call-missing');
    else if (hasEnd && !choice.called && choice.text === '' && !cleaned && !unread)
      seen.add(choice.reasons ? 'only-reasoning' : 'empty-reply');
    return isOver || broken !== undefined;
  }

  return {
    /** Takes a chunk, or a whole response. */
    read(json: Record<string, unknown>): void {
      if (Array.isArray(json.choices) && json.choices.length === 0 && json.error == null)
        seen.add('empty-choices');
      arrayOf(json.choices).forEach((choice, i) => {
        if (isObject(choice)) readChoice(choice, i);
      });
    },
    /** @param how what else is known of the end of the stream */
    end(how: ChatEnd): void {
      const over = [...choices.values()].map((choice) => endChoice(choice, how));
      if (how.isStream && !how.failed && !how.cut && !how.done && over.includes(false))
        seen.add('cut-reply');
    },
  };
}

/** @returns the text of a message or a delta; of a list of parts, those with text */
function textOf({ content, refusal }: Record<string, unknown>): string {
  if (typeof content === 'string' && content !== '') return content;
  if (typeof refusal === 'string') return refusal;
  return arrayOf(content)
    .map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}
