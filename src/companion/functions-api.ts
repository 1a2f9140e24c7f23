import { message } from '../languages/messages.ts';
import { isObject } from '../normalizer/json/json-edit.ts';
import type { CallAnswer, CallRequest, OpenWebUiCall } from './open-webui-call.ts';
import { companionTexts as texts } from './texts.ts';

/** A function, as the server reports it. */
export interface ServerFunction {
  readonly name: string;
  /** Everything the server stores beside it, including the front matter as `manifest`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The source; null if the reader is not an admin. */
  readonly content: string | null;
  readonly isActive: boolean;
  readonly isGlobal: boolean;
}

/** A failed call, in plain words. */
export interface Refusal {
  readonly why: string;
}

/** The content of a write. */
export interface FunctionForm {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/**
 * The companion's id as a function of Open WebUI. Here, so that the background can look for it
 * without its source.
 */
export const COMPANION_ID = 'stream_fixer_companion';

/** Longest excerpt of the server's own words that is shown. */
const MAX_DETAIL = 300;

/** Path of the companion in Open WebUI's functions API. */
const ONE = `/api/v1/functions/id/${COMPANION_ID}`;

/**
 * The calls of Open WebUI's functions API for the companion; checked with 0.6.43, 0.9.6 and 0.12.4.
 */
export function createFunctionsApi(call: OpenWebUiCall) {
  async function write(request: CallRequest): Promise<Refusal | null> {
    const answer = await call(request);
    return isDone(answer) && answer.body !== false ? null : refusal(answer);
  }

  /** @returns the role of the signed-in person, such as "admin" */
  async function role(): Promise<string | Refusal> {
    const answer = await call({ method: 'GET', path: '/api/v1/auths/' });
    if (answer.status === 401 || answer.status === 403) return { why: texts.notSignedIn };
    if (isDone(answer) && isObject(answer.body) && typeof answer.body.role === 'string')
      return answer.body.role;
    return refusal(answer);
  }

  /** @returns the function, as far as this role may read it; null if there is none */
  async function read(asAdmin: boolean): Promise<ServerFunction | null | Refusal> {
    // The list first: for a missing id the server gives the same answer as to somebody who is not
    // signed in.
    const list = await call({ method: 'GET', path: '/api/v1/functions/' });
    if (!isDone(list) || !Array.isArray(list.body)) return refusal(list);
    const listed = (list.body as readonly unknown[]).find(
      (entry) => isObject(entry) && entry.id === COMPANION_ID,
    );
    if (listed === undefined) return null;
    if (!asAdmin) return toFunction(listed) ?? refusal(list);
    const answer = await call({ method: 'GET', path: ONE });
    const found = isDone(answer) ? toFunction(answer.body) : null;
    return found !== null && found.content !== null ? found : refusal(answer);
  }

  return {
    role,
    read,
    create: (form: FunctionForm) =>
      write({ method: 'POST', path: '/api/v1/functions/create', body: form }),
    update: (form: FunctionForm) => write({ method: 'POST', path: `${ONE}/update`, body: form }),
    remove: () => write({ method: 'DELETE', path: `${ONE}/delete` }),
    /** Toggles a switch; its state must be read first. */
    flip: (which: 'isActive' | 'isGlobal') =>
      write({
        method: 'POST',
        path: which === 'isActive' ? `${ONE}/toggle` : `${ONE}/toggle/global`,
      }),
  };
}

export function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && typeof value.why === 'string';
}

function isDone({ status }: CallAnswer): boolean {
  return status >= 200 && status < 300;
}

function refusal({ status, body }: CallAnswer): Refusal {
  if (status === 0) return { why: message('healing_trouble_slow') };
  const detail =
    isObject(body) && typeof body.detail === 'string'
      ? body.detail.trim().slice(0, MAX_DETAIL)
      : '';
  return { why: detail === '' ? texts.answered(status) : texts.answeredWith(status, detail) };
}

function toFunction(value: unknown): ServerFunction | null {
  if (!isObject(value) || typeof value.name !== 'string') return null;
  const { name, meta, content, is_active: isActive, is_global: isGlobal } = value;
  if (typeof isActive !== 'boolean' || typeof isGlobal !== 'boolean') return null;
  return {
    name,
    meta: isObject(meta) ? meta : {},
    content: typeof content === 'string' ? content : null,
    isActive,
    isGlobal,
  };
}
