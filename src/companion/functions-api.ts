import { isObject } from '../normalizer/json/json-edit.ts';
import type { CallAnswer, CallRequest, OpenWebUiCall } from './open-webui-call.ts';
import { companionTexts as texts } from './texts.ts';

/** One function, as the server reports it. */
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
  readonly name: string;
  readonly content: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** The calls of Open WebUI's functions API for one function; checked with 0.6.43, 0.9.6 and 0.12.4. */
export interface FunctionsApi {
  /** @returns the role of the signed-in person, such as "admin" */
  role(): Promise<string | Refusal>;
  /** @returns the function, as far as this role may read it; null if there is none */
  read(asAdmin: boolean): Promise<ServerFunction | null | Refusal>;
  create(form: FunctionForm): Promise<Refusal | null>;
  update(form: FunctionForm): Promise<Refusal | null>;
  remove(): Promise<Refusal | null>;
  /** Toggles a switch; its state must be read first. */
  flip(which: 'isActive' | 'isGlobal'): Promise<Refusal | null>;
}

/** Longest excerpt of the server's own words that is shown. */
const MAX_DETAIL = 300;

export function createFunctionsApi(call: OpenWebUiCall, id: string): FunctionsApi {
  const one = `/api/v1/functions/id/${id}`;

  async function ask(request: CallRequest): Promise<CallAnswer> {
    try {
      return await call(request);
    } catch {
      // A call that failed before an answer came counts as no connection.
      return { status: 0, body: null };
    }
  }

  async function write(what: string, request: CallRequest): Promise<Refusal | null> {
    const answer = await ask(request);
    return isDone(answer) && answer.body !== false ? null : refusal(what, answer);
  }

  async function role(): Promise<string | Refusal> {
    const answer = await ask({ method: 'GET', path: '/api/v1/auths/' });
    if (answer.status === 401 || answer.status === 403) return { why: texts.notSignedIn };
    if (isDone(answer) && isObject(answer.body) && typeof answer.body.role === 'string') return answer.body.role;
    return refusal(texts.role, answer);
  }

  async function read(asAdmin: boolean): Promise<ServerFunction | null | Refusal> {
    // The list first: for a missing id the server gives the same answer as to somebody who is not signed in.
    const list = await ask({ method: 'GET', path: '/api/v1/functions/' });
    if (!isDone(list) || !Array.isArray(list.body)) return refusal(texts.list, list);
    const listed = (list.body as readonly unknown[]).find((entry) => isObject(entry) && entry.id === id);
    if (listed === undefined) return null;
    if (!asAdmin) return toFunction(listed) ?? refusal(texts.read, list);
    const answer = await ask({ method: 'GET', path: one });
    const found = isDone(answer) ? toFunction(answer.body) : null;
    return found !== null && found.content !== null ? found : refusal(texts.read, answer);
  }

  return {
    role,
    read,
    create: (form) => write(texts.create, { method: 'POST', path: '/api/v1/functions/create', body: { id, ...form } }),
    update: (form) => write(texts.update, { method: 'POST', path: `${one}/update`, body: { id, ...form } }),
    remove: () => write(texts.remove, { method: 'DELETE', path: `${one}/delete` }),
    flip: (which) =>
      write(texts.flip, { method: 'POST', path: which === 'isActive' ? `${one}/toggle` : `${one}/toggle/global` }),
  };
}

export function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && typeof value.why === 'string';
}

function isDone({ status }: CallAnswer): boolean {
  return status >= 200 && status < 300;
}

function refusal(what: string, { status, body }: CallAnswer): Refusal {
  if (status === 0) return { why: texts.silent(what) };
  const detail = isObject(body) && typeof body.detail === 'string' ? body.detail.trim().slice(0, MAX_DETAIL) : '';
  return { why: detail === '' ? texts.answered(what, status) : texts.answeredWith(what, status, detail) };
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
