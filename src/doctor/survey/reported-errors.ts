import type { Message } from '../../normalizer/dialects/dialect.ts';
import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';

type Fields = Record<string, unknown>;

/**
 * @returns the server's description of an error; null for a message without an error
 * @param isKnown whether a dialect knows the message: then only what every dialect means by an
 * error counts
 */
export function readError({ event, json }: Message, isKnown: boolean): string | null {
  const own =
    ownError(json.error) ??
    choiceError(json.choices) ??
    baseError(json.base_resp) ??
    typedError(event, json);
  if (own !== null || isKnown || 'choices' in json) return own;
  return looseError(event, json);
}

const NO_WORDS = 'an error without words';

/**
 * Reads the usual field. A failed tool has `error: true`, which does not count.
 * @returns null for no error
 */
export function ownError(error: unknown): string | null {
  if (typeof error === 'string') return error === '' ? null : error;
  return isObject(error) ? wordsOf(error) : null;
}

function wordsOf(error: Fields): string {
  return firstString(error, 'message', 'detail', 'msg', 'type', 'code') ?? NO_WORDS;
}

/** Reads errors in choices, where OpenRouter puts those of its providers. */
function choiceError(choices: unknown): string | null {
  for (const choice of arrayOf(choices)) {
    const error = isObject(choice) ? ownError(choice.error) : null;
    if (error !== null) return error;
  }
  return null;
}

/** Reads MiniMax's own member, which a success has, too, with the code 0. */
function baseError(base: unknown): string | null {
  if (!isObject(base) || typeof base.status_code !== 'number' || base.status_code === 0)
    return null;
  return firstString(base, 'status_msg') ?? `the code ${base.status_code}`;
}

/** Reads errors with a special type or name in their dialect. */
function typedError(event: string | null, json: Fields): string | null {
  switch (json.type ?? event) {
    case 'response.failed':
    case 'response.error': {
      const error = isObject(json.response) ? json.response.error : null;
      return isObject(error) ? wordsOf(error) : NO_WORDS;
    }
    case 'RUN_ERROR':
    case 'error':
    case 'exception':
      return (
        firstString(json, 'message', 'errorText', 'detail', 'msg', 'value', 'code') ?? NO_WORDS
      );
    default:
      return json.event === 'error' || json.object === 'error'
        ? (firstString(json, 'message', 'code') ?? NO_WORDS)
        : null;
  }
}

/**
 * Reads what servers and frameworks answer instead of a reply: FastAPI's `detail`, a code that is
 * not a success.
 */
function looseError(event: string | null, json: Fields): string | null {
  if (event === 'error') return wordsOf(json);
  const { detail } = json;
  if (typeof detail === 'string' && detail !== '') return detail;
  const [first] = arrayOf(detail);
  if (isObject(first)) return firstString(first, 'msg', 'message', 'type') ?? NO_WORDS;
  const [listed] = arrayOf(json.errors);
  if (isObject(listed)) return wordsOf(listed);
  const said = firstString(json, 'message', 'msg', 'error_msg', 'error_description');
  const failed =
    json.success === false ||
    json.ok === false ||
    json.status === 'error' ||
    json.status === 'failure' ||
    isErrorCode(json.code ?? json.statusCode ?? json.error_code ?? json.status) ||
    isBareError(json);
  return said !== null && failed ? said : null;
}

function isErrorCode(code: unknown): boolean {
  return (
    (typeof code === 'number' && code !== 0 && code !== 200) ||
    (typeof code === 'string' && /^[45]\d\d$/.test(code))
  );
}

/** All that an error of DashScope and its likes has: a code in words, and what happened. */
const ERROR_KEYS = /^(?:code|message|request_?id|type|param|status|timestamp|trace_?id)$/i;

function isBareError(json: Fields): boolean {
  const { code, message } = json;
  return (
    typeof code === 'string' &&
    code !== '' &&
    typeof message === 'string' &&
    Object.keys(json).every((key) => ERROR_KEYS.test(key))
  );
}
