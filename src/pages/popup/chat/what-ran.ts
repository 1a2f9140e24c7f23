/**
 * What ran in a stored chat of Open WebUI, by the agent's own record. Only the companion can read
 * it, and only for admins.
 */
import { badgeTexts, subAgentLines, summaryOfOne } from '../../../badges/texts.ts';
import { kindOf } from '../../../badges/reply/tool-kinds.ts';
import type { OpenWebUiCall } from '../../../companion/open-webui-call.ts';
import { messageAt, type Chat, type Message } from '../../../healing/chats/chat-messages.ts';
import { toMilliseconds } from '../../../healing/chats/chat-record.ts';
import { explainTrouble } from '../../../healing/trouble.ts';
import { message } from '../../../languages/messages.ts';
import { oneLine } from '../../../lib/plain-text.ts';
import { arrayOf, stringOf } from '../../../normalizer/dialects/fields.ts';
import { isObject } from '../../../normalizer/json/json-edit.ts';
import { readParts, readSubAgents } from '../../../normalizer/progress/parts.ts';
import { OUTCOMES } from '../../../normalizer/progress/progress-types.ts';
import { storedTexts as texts } from '../texts.ts';

/** One call, as plain text. */
export interface RanLine {
  readonly text: string;
  /** The agent's words on a call that did not work; '' if there are none. */
  readonly error: string;
  /** A line for each of its sub-agents. */
  readonly subAgents: readonly string[];
  /** By the agent's clock, in milliseconds since 1970; null if unknown. */
  readonly when: number | null;
}

/**
 * The calls in order, or why there are none, in plain words. It is never stored: it contains what
 * tools were asked.
 */
export type WhatRan = { readonly lines: readonly RanLine[] } | { readonly why: string };

/** Calls that are listed, from the end, and messages that are read: a chat may lead in a circle. */
const MAX_CALLS = 500;
const MAX_MESSAGES = 10_000;
/** The latest time of a `Date`. */
const MAX_TIME = 8.64e15;

/**
 * Asks the companion. The server runs its outlet filters for that, as behind a reply: no model is
 * asked, and nothing is stored.
 * @param call on behalf of the signed-in person
 * @param chat whose open branch must be what the agent has recorded, so that no other chat with its
 * first words is shown
 */
export async function askWhatRan(
  call: OpenWebUiCall,
  chatId: string,
  chat: Chat,
): Promise<WhatRan> {
  const branch = openBranch(chat);
  const model =
    stringOf(branch.findLast(({ role }) => role === 'assistant')?.model) ||
    stringOf(arrayOf(chat.models)[0]);
  const messages = branch.map(({ id, role, content, timestamp }) => {
    const time = toMilliseconds(timestamp);
    return { id, role, content, ...(time !== null && { timestamp: time / 1000 }) };
  });
  const body = {
    model,
    messages,
    chat_id: chatId,
    id: branch.at(-1)?.id,
    session_id: '',
    stream_fixer: 'record',
  };
  const answer = await call({ method: 'POST', path: '/api/chat/completed', body });
  // A model that the server does not know, such as one of the page's own connection.
  if (answer.status === 400) return { why: texts.noRecord };
  if (answer.status !== 200) return { why: (await explainTrouble(answer, call)).why };
  return readWhatRan(isObject(answer.body) ? answer.body.record : null);
}

/**
 * @param record what the companion added to its answer; anything else counts as an older companion
 */
export function readWhatRan(record: unknown): WhatRan {
  const { state, cut, calls } = isObject(record) ? record : {};
  if (state === 'none') return { why: texts.noRecord };
  if (state === 'other') return { why: texts.otherRecord };
  if (state === 'admin') return { why: texts.adminOnly };
  if (state !== 'same') return { why: texts.needsCompanion };
  const lines = arrayOf(calls).slice(-MAX_CALLS).filter(isObject).map(lineOf);
  if (lines.length === 0) return { why: message('statistics_noTools') };
  return {
    lines: cut === true ? [{ text: '…', error: '', subAgents: [], when: null }, ...lines] : lines,
  };
}

function lineOf(call: Readonly<Record<string, unknown>>): RanLine {
  const tool = oneLine(stringOf(call.tool)) || badgeTexts.unknownTool;
  const label = oneLine(stringOf(call.label));
  const status = OUTCOMES.find((known) => known === call.status) ?? 'unknown';
  const { exit_code: exitCode } = call;
  // "Ran ls", "Used todo", "terminal · ls · not allowed".
  const said = kindOf(tool).verb === 'badges_usedWhat' ? tool : label || tool;
  const name = status === 'ran' ? said : [tool, label].filter(Boolean).join(' · ');
  const parts = readParts(call.parts);
  const receipt = { ...(typeof exitCode === 'number' && { exitCode }), ...(parts && { parts }) };
  const text = summaryOfOne(name, tool, null, status, receipt);
  const when = toMilliseconds(call.time) ?? MAX_TIME;
  return {
    text,
    error: oneLine(stringOf(call.error)),
    subAgents: subAgentLines(readSubAgents(call.sub_agents) ?? [], status),
    when: when < MAX_TIME ? when : null,
  };
}

/** @returns the messages that the page shows, in order, each with its id */
function openBranch(chat: Chat): readonly Message[] {
  const branch: Message[] = [];
  let id = isObject(chat.history) ? stringOf(chat.history.currentId) : '';
  for (let found; branch.length < MAX_MESSAGES; id = stringOf(found.parentId)) {
    found = messageAt(chat, { place: 'history', key: id });
    if (!found) break;
    branch.push({ ...found, id });
  }
  return branch.toReversed();
}
