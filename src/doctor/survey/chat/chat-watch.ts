import { choiceChannel } from '../../../normalizer/dialects/openai-chat.ts';
import { arrayOf, firstString, stringOf } from '../../../normalizer/dialects/fields.ts';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import { excerptOf, MAX_NAME } from '../../excerpt.ts';
import { wrongField } from './field-types.ts';
import { createFollowedCalls, entriesOf } from './followed-calls.ts';
import { CONTROL_TOKEN, stop, STOPPED } from '../life-cycle.ts';
import { createPieces } from './pieces.ts';
import { isKnownReason } from '../finish-reasons.ts';
import { ownError } from '../reported-errors.ts';
import type { Place, Sightings } from '../../sightings.ts';

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

/** A piece that is all of the text before it once more. */
interface Again {
  readonly piece: string;
  readonly place: Place;
}

type Choice = ReturnType<typeof createChoice>;

function createChoice() {
  return {
    calls: createFollowedCalls(),
    text: createPieces(),
    reasoning: createPieces(),
    called: false,
    chunks: 0,
    /** It brought something besides text and calls, such as sounds or pictures. */
    hasMedia: false,
    again: null as Again | null,
    hasRole: false,
    finish: '',
    /** A message was in the place of a delta. */
    hasMessage: false,
  };
}

/**
 * Pieces of a text of which one piece with all of them is a replay, also if it is a line: with
 * fewer, a line may be sung twice.
 */
const MIN_REPLAYED = 2;
const MIN_LINE = 3;

const CALLED = /^(?:tool_calls?|function_call)$/;

/** Watches the choices of a chat completion, and finds what is missing at its end. */
export function createChatWatch(seen: Sightings) {
  const choices = new Map<string, Choice>();
  const ids = createReplyIds();

  function readChoice(json: Record<string, unknown>, i: number): void {
    const channel = choiceChannel(json, i);
    const choice = choices.get(channel) ?? createChoice();
    choices.set(channel, choice);
    choice.chunks++;
    const said = isObject(json.delta) ? json.delta : json.message;
    if (isObject(said)) readSaid(choice, said);
    choice.hasMessage ||= !isObject(json.delta) && isObject(json.message);
    // In a stream they are repaired.
    if (!isObject(json.delta) && isObject(said) && entriesOf(said).some(hasObject))
      seen.add('arguments-object');
    if (!isObject(json.delta) && isObject(said) && Array.isArray(said.content))
      seen.add('content-parts');
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
    choice.hasMedia ||= hasMedia(said) || isMistyped(said.content);
    choice.hasRole ||= typeof said.role === 'string' && said.role !== '';
    if (
      choice.finish !== '' &&
      (entries.length > 0 || text !== '') &&
      !choice.text.isRepeated(text)
    )
      seen.add('goes-on');
    readText(choice, text);
    // Some servers send the same in two members.
    choice.reasoning.add(firstString(said, 'reasoning_content', 'reasoning', 'thinking') ?? '');
    if (entries.length === 0) return;
    choice.called = true;
    choice.calls.add(entries);
  }

  function readText(choice: Choice, text: string): void {
    if (text === '') return;
    const { again } = choice;
    choice.again = null;
    if (again) readOn(choice, again);
    if (choice.text.isRepeated(text)) choice.again = { piece: text, place: seen.place() };
    else choice.text.add(text);
  }

  /**
   * Text follows what is all of the text before it once more: a refrain, or a replay of several
   * pieces in one.
   */
  function readOn({ text }: Choice, { piece, place }: Again): void {
    const isRefrain = text.count() < (piece.endsWith('\n') ? MIN_LINE : MIN_REPLAYED);
    if (isRefrain) text.add(piece);
    else
      seen.add(
        'repeated-text',
        'All of the text so far is sent again in one piece, and then the reply goes on.',
        place,
      );
  }

  function readFinish(choice: Choice, finish: string): void {
    if (choice.finish !== '' && choice.finish !== finish)
      seen.add(
        'finish-twice',
        `The reply has two different finish reasons: "${excerptOf(choice.finish, MAX_NAME)}", then "${excerptOf(finish, MAX_NAME)}".`,
      );
    choice.finish = finish;
    stop(seen, finish, null);
    if (!isKnownReason(finish))
      seen.add(
        'finish-unknown',
        `The finish reason is none of OpenAI's: "${excerptOf(finish, MAX_NAME)}".`,
      );
  }

  return {
    /** Takes a chunk, or a whole response. */
    read(json: Record<string, unknown>): void {
      if (Array.isArray(json.choices) && json.choices.length === 0 && json.error == null)
        seen.add('empty-choices');
      ids.read(json);
      const wrong = wrongField(json);
      if (wrong !== null) seen.add('field-mistyped', wrong);
      if ('error' in json && Array.isArray(json.choices) && ownError(json.error) === null)
        seen.add('error-empty');
      arrayOf(json.choices).forEach((choice, i) => {
        if (isObject(choice)) readChoice(choice, i);
      });
    },
    /** @param how what else is known of the end of the stream */
    end(how: ChatEnd): void {
      const over = [...choices.values()].map((choice) => endChoice(seen, choice, how));
      if (how.isStream && isCounted([...choices.values()])) seen.add('choice-index');
      if (how.isStream && ids.rotate()) seen.add('reply-id-changes');
      if (how.isStream && !how.failed && !how.cut && !how.done && over.includes(false))
        seen.add('cut-reply');
    },
  };
}

/** Chunks from which on it is no chance that their ids or numbers differ. */
const MIN_IDS = 3;

/**
 * Watches the ids of chunks, which are all the same in a reply. A server that goes on after a call
 * has some.
 */
function createReplyIds() {
  const ids = new Set<string>();
  let isRepeated = false;
  return {
    read({ id }: Record<string, unknown>): void {
      if (isRepeated || typeof id !== 'string' || id === '') return;
      isRepeated = ids.has(id);
      ids.add(id);
    },
    /** Returns whether each chunk has an id of its own. */
    rotate: (): boolean => !isRepeated && ids.size >= MIN_IDS,
  };
}

/**
 * Returns whether each chunk counts its only choice on: choices of their own would each have an
 * end.
 */
function isCounted(choices: readonly Choice[]): boolean {
  const ended = choices.filter(({ finish }) => finish !== '').length;
  return choices.length >= MIN_IDS && ended <= 1 && choices.every(({ chunks }) => chunks === 1);
}

/** What is told as a wrong type is no silence. */
function isMistyped(content: unknown): boolean {
  return typeof content === 'number' || typeof content === 'boolean';
}

/** Returns whether the arguments of a call are an object. */
function hasObject(entry: unknown): boolean {
  return isObject(entry) && isObject(entry.function) && isObject(entry.function.arguments);
}

/** @returns whether the choice is over */
function endChoice(seen: Sightings, choice: Choice, how: ChatEnd): boolean {
  const { isStream, done, failed, cut } = how;
  const calls = choice.calls.calls();
  if (choice.again) seen.add('repeated-text', undefined, choice.again.place);
  const broken = calls.find(({ isWhole }) => isWhole === false);
  const isOver = choice.finish !== '' || (done && !broken) || !isStream;
  const hasEnd = isOver && !failed && !cut;
  if (broken) seen.add(...brokenCall(broken, choice.finish, hasEnd));
  const isAtLimit = choice.finish === 'length';
  checkCalls(seen, calls, hasEnd && !isAtLimit);
  if (isStream && typeof calls[0]?.index === 'number' && calls[0].index !== 0)
    seen.add('call-index-gap');
  if (isStream && !choice.hasRole) seen.add('no-role');
  if (isStream && choice.hasMessage) seen.add('message-for-delta');
  checkSilence(seen, choice, how, hasEnd);
  comparePieces(seen, choice);
  return isOver || broken !== undefined;
}

type Call = ReturnType<Choice['calls']['calls']>[number];

/** @returns the id and the words of a call whose arguments are not whole */
function brokenCall({ name }: Call, finish: string, hasEnd: boolean): [id: string, words: string] {
  const of = name === '' ? '' : ` of "${excerptOf(name, MAX_NAME)}"`;
  if (finish === 'length')
    return [
      'cut-call',
      `The reply stopped at the token limit in the middle of a tool call: the arguments${of} are incomplete.`,
    ];
  if (hasEnd)
    return [
      'broken-arguments',
      `The arguments${of} are not valid JSON, though the reply ended as if all was well.`,
    ];
  return [
    'cut-call',
    `The reply was cut in the middle of a tool call: the arguments${of} are incomplete.`,
  ];
}

/** @param isComplete nothing more of them will come */
function checkCalls(seen: Sightings, calls: readonly Call[], isComplete: boolean): void {
  const bare = calls.find(({ name, isWhole }) => name !== '' && isWhole === null);
  if (bare && isComplete)
    seen.add(
      'call-without-arguments',
      `The call of "${excerptOf(bare.name, MAX_NAME)}" has no arguments, not even "{}".`,
    );
  const tokens = calls.map(({ said }) => CONTROL_TOKEN.exec(said)?.[1]).find(Boolean);
  if (tokens !== undefined)
    seen.add(
      'tokens-in-arguments',
      `The arguments of a tool call end in a control token of the model, "${excerptOf(tokens, MAX_NAME)}".`,
    );
  if (calls.some(({ name }) => name === '')) seen.add('call-without-name');
  const misnamed = calls.find(({ name }) => /[<|>\s]/.test(name));
  if (misnamed)
    seen.add(
      'call-misnamed',
      `The name of a tool call is none that a tool can have: "${excerptOf(misnamed.name, MAX_NAME)}".`,
    );
  if (calls.some(({ id }) => id === '')) seen.add('call-without-id');
  if (calls.some(({ hasType }) => !hasType)) seen.add('call-without-type');
}

/** Reports a choice that said nothing, or not what it announced. */
function checkSilence(
  seen: Sightings,
  choice: Choice,
  { failed, cleaned, unread }: ChatEnd,
  hasEnd: boolean,
): void {
  if (unread) return;
  if (CALLED.test(choice.finish) && !choice.called && !failed) {
    seen.add('call-missing');
    return;
  }
  if (!hasEnd || cleaned || !isSilent(choice)) return;
  if (choice.reasoning.all() !== '') seen.add('only-reasoning');
  // What the finish reason explains did not end as if all was well.
  else if (!STOPPED.some((id) => seen.get(id))) seen.add('empty-reply');
}

/** Compares the text with the reasoning: a parser of the server may have mixed them up. */
function comparePieces(seen: Sightings, { text, reasoning }: Choice): void {
  if (text.isTwice()) seen.add('pieces-twice', 'Each piece of the text is sent twice.');
  if (reasoning.isTwice()) seen.add('pieces-twice', 'Each piece of the reasoning is sent twice.');
  const thought = reasoning.all();
  const said = text.all();
  if (isCopied(thought, said)) seen.add('reasoning-repeated');
  const torn = tornTag(thought, said);
  if (torn !== null)
    seen.add('reasoning-as-text', `The tag that ends the reasoning is torn: ${torn}.`);
  else if (END_TAG.test(thought))
    seen.add(
      'reasoning-as-text',
      'The reasoning contains the tag that ends it: what follows belongs to the reply.',
    );
}

function isSilent({ called, hasMedia, text }: Choice): boolean {
  return !called && !hasMedia && text.all() === '';
}

/**
 * Members with what is no text: OpenAI's `audio`, `images` of OpenRouter
 * (https://openrouter.ai/docs/features/multimodal/ image-generation), and their likes.
 */
const MEDIA = /^(?:audio|image|video|file|attachment|media)s?$/;

/**
 * Returns whether a message or a delta brings something besides text, in a member of its own or as
 * a part.
 */
function hasMedia({ content, ...said }: Record<string, unknown>): boolean {
  return (
    Object.entries(said).some(([key, value]) => MEDIA.test(key) && isFilled(value)) ||
    arrayOf(content).some((part) => isObject(part) && !TEXT_PART.test(stringOf(part.type)))
  );
}

/** Parts with text, with reasoning, or with what their text refers to. */
const TEXT_PART = /^(?:|text|output_text|refusal|thinking|reasoning|reference)$/;

function isFilled(value: unknown): boolean {
  if (Array.isArray(value) || typeof value === 'string') return value.length > 0;
  return isObject(value) && Object.values(value).some((one) => one !== null && one !== '');
}

/** @returns the text of a message or a delta; of a list of parts, those with text */
function textOf({ content, refusal }: Record<string, unknown>): string {
  if (typeof content === 'string' && content !== '') return content;
  if (typeof refusal === 'string') return refusal;
  return arrayOf(content)
    .map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/**
 * UTF-16 units of the shortest reasoning that is compared with the reply: a word may well be both.
 */
const MIN_COPY = 16;

/** Returns whether a reply is its reasoning, word for word, or begins with all of it. */
function isCopied(reasoning: string, text: string): boolean {
  const thought = reasoning.trim();
  return thought.length >= MIN_COPY && text.trimStart().startsWith(thought);
}

/** The tag that ends a reasoning, where nobody quotes it. */
const END_TAG = /(?<![`"'])<\/think(?:ing)?>(?![`"'])/;

const END_TAGS = ['</think>', '</thinking>'];

/**
 * @returns the halves of the tag, in words, if the reasoning ends with one and the text begins with
 * the other
 */
function tornTag(reasoning: string, text: string): string | null {
  for (const tag of END_TAGS)
    for (let at = 1; at < tag.length; at++)
      if (reasoning.endsWith(tag.slice(0, at)) && text.startsWith(tag.slice(at)))
        return `"${tag.slice(0, at)}" ends the reasoning, "${tag.slice(at)}" begins the text`;
  return null;
}
