import { isObject } from '../normalizer/json/json-edit.ts';
import {
  createFunctionsApi,
  isRefusal,
  type FunctionForm,
  type Refusal,
  type ServerFunction,
} from './functions-api.ts';
import type { OpenWebUiCall } from './open-webui-call.ts';
import {
  COMPANION_DESCRIPTION,
  COMPANION_ID,
  COMPANION_NAME,
  COMPANION_SOURCE,
  COMPANION_VERSION,
  readFrontMatter,
} from './source.ts';
import { companionTexts as texts } from './texts.ts';

const FORM: FunctionForm = {
  id: COMPANION_ID,
  name: COMPANION_NAME,
  content: COMPANION_SOURCE,
  meta: { description: COMPANION_DESCRIPTION },
};

/** The state of the companion on a server. */
export type CompanionState =
  | { readonly kind: 'absent' }
  /** Older than this one, or changed by hand. */
  | { readonly kind: 'outdated'; readonly version: string | null }
  /** Installed and working; `version` may be newer than this one. */
  | { readonly kind: 'current'; readonly version: string }
  /** Installed, but not active or not global. */
  | { readonly kind: 'off'; readonly version: string }
  /** Some other function has its id. It is never touched. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown'; readonly why: string };

export interface CompanionReport {
  readonly state: CompanionState;
  /** Whether the signed-in person may install it. */
  readonly admin: boolean;
}

export type CompanionOutcome =
  | { readonly ok: true; readonly report: CompanionReport }
  | { readonly ok: false; readonly why: string; readonly report: CompanionReport };

/** The state of the server; `found` is null if it has no function with that id. */
interface Look {
  readonly admin: boolean;
  readonly found: ServerFunction | null | Refusal;
}

/** Global first, so that it starts completely with the last switch, and never half. */
const SWITCHES = ['isGlobal', 'isActive'] as const;

/**
 * Reads, installs and removes the companion on one server.
 * @param call makes the calls on behalf of the signed-in person; an admin for `install` and
 * `remove`
 */
export function createCompanion(call: OpenWebUiCall) {
  const api = createFunctionsApi(call);

  async function look(): Promise<Look> {
    const role = await api.role();
    if (isRefusal(role)) return { admin: false, found: role };
    if (role === 'pending') return { admin: false, found: { why: texts.pending } };
    const admin = role === 'admin';
    return { admin, found: await api.read(admin) };
  }

  async function read(): Promise<CompanionReport> {
    return toReport(await look());
  }

  /**
   * Installs or updates it and switches it on. One that was written and could not be switched on
   * does nothing: the report says that it is off, and the popup offers the rest.
   */
  async function install(): Promise<CompanionOutcome> {
    const before = await look();
    const obstacle = obstacleTo('install', before);
    if (obstacle !== null || isRefusal(before.found))
      return { ok: false, why: obstacle ?? '', report: toReport(before) };
    const failure = await bringUp(before.found);
    if (failure === null) return { ok: true, report: await read() };
    return { ok: false, why: failure.why, report: await read() };
  }

  /** @returns the failure; null once it is installed and working */
  async function bringUp(before: ServerFunction | null): Promise<Refusal | null> {
    const written =
      before === null ? await api.create(FORM) : isUpToDate(before) ? null : await api.update(FORM);
    if (written) return written;
    for (const which of SWITCHES) {
      const failure = await turnOn(which);
      if (failure) return failure;
    }
    const after = await api.read(true);
    if (isRefusal(after)) return after;
    return after && isUpToDate(after) && isAtWork(after) ? null : { why: texts.notKept };
  }

  /**
   * The server can only toggle a switch, so it is read first; another admin's change meanwhile is
   * not undone.
   */
  async function turnOn(which: (typeof SWITCHES)[number]): Promise<Refusal | null> {
    const now = await api.read(true);
    if (isRefusal(now)) return now;
    return now === null || now[which] ? null : api.flip(which);
  }

  async function remove(): Promise<CompanionOutcome> {
    const before = await look();
    const obstacle = obstacleTo('remove', before);
    if (obstacle !== null) return { ok: false, why: obstacle, report: toReport(before) };
    const failure = before.found === null ? null : await api.remove();
    const report = await read();
    // The answer to a successful call may have been lost.
    if (failure === null || report.state.kind === 'absent') return { ok: true, report };
    return { ok: false, why: failure.why, report };
  }

  return { read, install, remove };
}

/** @returns why nothing may be written here, or null */
function obstacleTo(what: 'install' | 'remove', { admin, found }: Look): string | null {
  if (isRefusal(found)) return found.why;
  if (!admin) return texts.onlyAdmin[what];
  if (found && !isOurs(found)) return texts.foreign(COMPANION_ID);
  return null;
}

function toReport({ admin, found }: Look): CompanionReport {
  return { state: toState(found), admin };
}

function toState(found: ServerFunction | null | Refusal): CompanionState {
  if (found === null) return { kind: 'absent' };
  if (isRefusal(found)) return { kind: 'unknown', why: found.why };
  if (!isOurs(found)) return { kind: 'foreign' };
  const version = entryOf(found, 'version');
  if (version === null || !isUpToDate(found)) return { kind: 'outdated', version };
  return { kind: isAtWork(found) ? 'current' : 'off', version };
}

function isAtWork({ isActive, isGlobal }: ServerFunction): boolean {
  return isActive && isGlobal;
}

function isOurs(found: ServerFunction): boolean {
  return entryOf(found, 'title') === COMPANION_NAME;
}

/**
 * Returns whether it is up to date. Only admins see the source; for others the version must
 * suffice.
 */
function isUpToDate(found: ServerFunction): boolean {
  const version = entryOf(found, 'version') ?? '';
  if (isNewer(version, COMPANION_VERSION)) return true;
  return found.content === null
    ? version === COMPANION_VERSION
    : found.content === COMPANION_SOURCE;
}

function entryOf({ content, meta }: ServerFunction, key: 'title' | 'version'): string | null {
  if (content !== null) return readFrontMatter(content, key);
  const value = isObject(meta.manifest) ? meta.manifest[key] : null;
  return typeof value === 'string' ? value : null;
}

/**
 * Returns whether `a` is a later version than `b`, number by number. False if either is not a
 * version.
 */
function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (left?.[i] ?? NaN) - (right?.[i] ?? NaN);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
