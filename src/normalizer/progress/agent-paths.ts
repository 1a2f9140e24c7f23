/** Where an agent takes answers and keeps its records: beside the address of its chats. */
const CHAT = /^(https?:\/\/[^?#]*)\/v1\/chat\/completions(?:[?#]|$)/;
/** The address of what happens in a run. */
const RUN = /^(https?:\/\/[^?#]*)\/v1\/runs\/([^/?#]+)\/events(?:[?#]|$)/;
/** A name that is one segment of a path. */
const SEGMENT = /^(?!\.+$)[\w.:-]{1,200}$/;

/** @returns the address that the agent's own paths follow; null for one that asks for no chat */
export function agentOf(url: string): string | null {
  return CHAT.exec(url)?.[1] ?? null;
}

/** @returns the same of the stream of a run, and its name; null for any other */
export function runOf(url: string): { readonly server: string; readonly runId: string } | null {
  const [, server, runId] = RUN.exec(url) ?? [];
  return server !== undefined && runId !== undefined && isSegment(runId) ? { server, runId } : null;
}

/** Returns the profile that the address of an agent is of; '' for its own. */
export function profileOf(base: string): string {
  return /\/p\/([\w.-]{1,100})$/.exec(base)?.[1] ?? '';
}

/** Returns whether a name, which a server chose, is one segment of a path. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}
