// Tells a request for a reply from everything else that carries messages: prompts, examples, data
// sets, logs, mail, help desks. Their shapes are the same, so it takes the address, or all keys of
// the body; and somebody waits for an answer.

import { isObject } from '../json/json-edit.ts';
import { isRole } from './chat-messages.ts';

type Fields = Record<string, unknown>;

/** Addresses of interfaces of models: whatever carries messages there asks for a reply. */
const API =
  /\/(?:chat\/completions|completions|converse(?:-stream)?)$|:(?:stream)?generateContent$/i;
/** Addresses at which a chat asks; what else is kept at such an address says so in its path. */
const CHAT =
  /\/(?:chat|stream-chat|generate|ask|invoke|stream|runs?|run_sse|copilotkit)(?:\/|$)|\/v\d\w*\/(?:messages|responses)$/i;
const KEPT =
  /\/(?:saved?|stored?|exports?|imports?|histor(?:y|ies)|archived?|logs?|traces?|templates?|presets?|prompts?|examples?|librar(?:y|ies)|playgrounds?|datasets?|evals?|rows?|ingest(?:ion)?|files?|drafts?|notes?|tickets?|backup|feedback|shared?)(?:\/|$)/i;

/** Stands for the address where whoever hands over a body says that it is a request for a reply. */
export const OF_A_MODEL = '/chat/completions';

/** What the address of a request says of it; '' if it is not known. */
type Address = 'api' | 'chat' | 'kept' | 'other' | '';

/** @param url absolute, or as a page writes it */
export function addressOf(url: string): Address {
  const path = pathOf(url);
  if (path === '') return '';
  if (API.test(path)) return 'api';
  if (KEPT.test(path)) return 'kept';
  return CHAT.test(path) ? 'chat' : 'other';
}

/** @returns the path of an address, which begins with a slash; '' if it has none */
export function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0]?.replace(/^(?:[a-z][\w+.-]*:)?\/\/[^/]*/i, '') ?? '';
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

/**
 * Keys of what is kept rather than asked: prompts, data sets, evaluations and logs contain messages
 * of the same shape, and no server takes these keys in a request for a reply.
 */
const OF_RECORDS =
  /^(?:titles?|names?|subject|description|summary|notes?|tags?|labels?|categor(?:y|ies)|folder|dataset|split|ideal|expected\w*|reference|chosen|rejected|completions?|responses?|answers?|outputs?|choices|usage|scores?|ratings?|feedback|comments?|latency\w*|cost|created\w*|updated\w*|author|owner|status|version)$/i;

/**
 * All keys of requests for a reply, of the interfaces of models and of the pages that are known.
 */
const OF_REQUESTS =
  /^(?:messages|input|contents|conversation_history|chat_history|message|model|stream\w*|tools|tool_(?:choice|config)|toolConfig|parallel_tool_calls|functions|function_call|temperature|top_\w+|top[KP]|min_p|typical_p|repeat\w*|repetition_penalty|(?:presence|frequency)_penalty|dry_\w+|xtc_\w+|mirostat\w*|samplers?|seed|n|stop|stop_sequences|logprobs|logit_bias|max\w*[tT]okens|user|store|metadata|modalities|audio|prediction|response_format|service_tier|safety_\w+|safetySettings|reasoning\w*|thinking\w*|verbosity|text|include|truncation|instructions|previous_response_id|background|prompt_cache\w*|web_search\w*|anthropic_\w+|system\w*|cachedContent|preamble|documents|connectors|format|keep_alive|options|raw|think|images|chat_template\w*|cache_prompt|id_slot|timings_\w+|return_\w+|continue_\w+|add_generation_prompt|provider|providers|models|route|transforms|plugins|inferenceConfig|generationConfig|additionalModel\w+|guardrailConfig|trigger|messageId|chat_?[iI]d|session_?[iI]d|thread_?[iI]d|conversation_?[iI]d|run_?[iI]d|parentRunId|state|context|forwardedProps|params|features|variables|chat_variables|tool_ids|tool_servers|filter_ids|skill_ids|files|model_item|background_tasks|parent_\w+|user_message|message_ids)$/;

/** Keys of a message in a request for a reply, or of an item of Responses. */
const OF_MESSAGES =
  /^(?:role|content|parts|output|name|id|type|status|partial|prefix|refusal|audio|images|attachments|annotations|metadata|phase|createdAt|cache_control|function_call|tool_\w+|toolInvocations|experimental_\w+|reasoning\w*|thinking\w*|thoughts?|message)$/;
/** Keys of messages between people: mail, help desks, chats of a team. */
const OF_PEOPLE =
  /^(?:from|to|cc|author|sender|recipients?|subject|title|body|email|channel|replies|reactions?)$/i;
/** Items that are no messages. */
const ITEM = /^(?:reasoning|item_reference|compaction|\w+_call(?:_output)?|\w+_approval_\w+)$/;

/**
 * Returns whether a body asks for a reply to these messages. It does at the address of a model;
 * elsewhere all of them are such as chats send, the last is not the assistant's, and the address is
 * that of a chat, or the body says who shall answer or how, and nothing else. A reply that is to be
 * continued takes both.
 */
export function asksFor(body: Fields, messages: readonly unknown[], url: string): boolean {
  const address = addressOf(url);
  if (address === 'kept' || Object.keys(body).some((key) => OF_RECORDS.test(key))) return false;
  if (address === 'api') return true;
  const isChat = address === 'chat';
  const said = messages.filter(isObject);
  if (!said.every((one) => isOfChat(one, isChat))) return false;
  const last = said.at(-1);
  if (last && isReply(last) && !endsWithTool(last)) return isChat && isRequest(body);
  return isChat || isRequest(body);
}

/** Keys that say how a prompt is to be answered, with their types. */
const OF_PROMPTS: Readonly<Record<string, string>> = {
  temperature: 'number',
  top_p: 'number',
  max_tokens: 'number',
  systemMessage: 'string',
  stream: 'boolean',
  stop: 'object',
  parentMessageId: 'string',
  conversationId: 'string',
  conversation_id: 'string',
};

/** @param how what a body says beside its prompt. @returns whether it asks for a reply to that */
export function asksByKeys(how: Fields, url: string): boolean {
  const keys = Object.keys(how);
  const address = addressOf(url);
  if (address === 'kept' || keys.some((key) => OF_RECORDS.test(key))) return false;
  const isKnown =
    address === 'chat' ||
    address === 'api' ||
    keys.every((key) => key in OF_PROMPTS || OF_REQUESTS.test(key));
  return isKnown && keys.some((key) => OF_PROMPTS[key] === typeof how[key]);
}

/** Returns whether every key of a body is one of a request for a reply. */
function hasItsKeys(body: Fields): boolean {
  // Whatever is kept has an id; of requests, only those of pages that name the chat or what has
  // triggered them.
  const isNamed = 'trigger' in body || 'session_id' in body || 'chat_id' in body;
  return Object.keys(body).every((key) => OF_REQUESTS.test(key) || (key === 'id' && isNamed));
}

/** Returns whether all of a body is that of a request for a reply. */
function isRequest(body: Fields): boolean {
  return hasItsKeys(body) && wantsReply(body);
}

/**
 * Returns whether a body says who shall answer, or how: as a stream, in a run, to what a person has
 * just sent.
 */
function wantsReply({ model, stream, trigger, threadId, runId }: Fields): boolean {
  return (
    typeof model === 'string' ||
    stream === true ||
    trigger === 'submit-message' ||
    trigger === 'regenerate-message' ||
    (typeof threadId === 'string' && typeof runId === 'string')
  );
}

/** @param isChat the address is that of a chat, whose messages may have more keys */
function isOfChat(message: Fields, isChat: boolean): boolean {
  const { role, type } = message;
  if (role === undefined) return typeof type !== 'string' || ITEM.test(type);
  if (!isRole(role) && !OTHER_ROLES.includes(role)) return false;
  return Object.keys(message).every((key) =>
    isChat ? !OF_PEOPLE.test(key) : OF_MESSAGES.test(key),
  );
}

/** Those of Gemini's and Cohere's interfaces, and of a page's own data in the AI SDK. */
const OTHER_ROLES: readonly unknown[] = ['model', 'data', 'USER', 'CHATBOT', 'SYSTEM', 'TOOL'];

/** Returns whether the assistant has written a message. */
export function isReply({ role }: Fields): boolean {
  return role === 'assistant' || role === 'model';
}

/**
 * Returns whether the page has run a tool of a message, whose result now waits for an answer (AI
 * SDK).
 */
function endsWithTool({ parts }: Fields): boolean {
  const last: unknown = Array.isArray(parts) ? parts.at(-1) : null;
  return isObject(last) && last.toolCallId !== undefined && 'output' in last;
}
