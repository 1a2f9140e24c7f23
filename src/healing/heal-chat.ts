import { applyChanges, type Applied } from './chats/apply-changes.ts';
import { backupRows, newBackupId, noBackupRows, type Backups } from './backups/backups.ts';
import { cleanChat, type CleanedChat } from './chats/chat-cleaner.ts';
import type { ChatRecord } from './chats/chat-record.ts';
import type { KnownChats, TitledChat } from './chats/known-chats.ts';
import { isTrouble, type OpenWebUiChats } from './chats/open-webui-chats.ts';
import { toFound } from './scan.ts';
import type { HealingStore, KnownChat, Row } from './backups/store.ts';
import { readAtRest } from './chats/streaming.ts';
import { healingTexts } from './texts.ts';
import type { BackupEntry, HealOutcome } from './types.ts';

/** What healing works with. */
export interface HealTools {
  readonly origin: string;
  readonly chats: OpenWebUiChats;
  readonly store: HealingStore;
  readonly known: KnownChats;
  readonly backups: Backups;
  /** As in `HealingOptions`. */
  readonly onSettled: (chatId: string) => void;
}

/** The outcome for one chat, and why the run should stop. */
export interface ChatResult {
  readonly outcome: HealOutcome;
  /** Null: continue. */
  readonly stop: string | null;
}

const words = healingTexts.trouble;

/** An outcome with the rows to store: its backup is updated together with it, or neither is. */
interface Attempt extends ChatResult {
  readonly rows: readonly Row[];
}

/**
 * Heals one chat and stores the outcome. The chat is then as before or as it was shown, or its state is unknown and its
 * backup stays in doubt.
 */
export async function healChat(tools: HealTools, chatId: string): Promise<ChatResult> {
  const { outcome, stop, rows } = await attempt(tools, chatId);
  await tools.store.write(tools.origin, [...rows, { table: 'steps', key: chatId, value: outcome }]);
  return { outcome, stop };
}

async function attempt(tools: HealTools, chatId: string): Promise<Attempt> {
  const known = await tools.known.recall(chatId);
  if (!known) return failed({ chatId, title: '' }, 'old', words.notLookedAt);
  const { title } = known;
  const record = await readAtRest(tools.chats, chatId);
  if (record === 'streaming') return going({ chatId, title, kind: 'streaming' });
  if (isTrouble(record)) return failed(known, 'old', record.why, record.fatal);
  const cleaned = cleanAsShown(known, record);
  if (!(await tools.known.isAsKnown(known, record))) return going(await rescanned(tools, known, record, cleaned));
  return cleaned ? write(tools, known, record, cleaned) : going({ chatId, title, kind: 'unchanged' });
}

/** Cleans with what was known when the person looked at it, whatever is known of the site by now. */
function cleanAsShown({ expected = false }: KnownChat, record: ChatRecord): CleanedChat | null {
  return cleanChat(record, expected);
}

/** @returns the outcome for a chat that changed, after looking at it again */
async function rescanned(
  { known }: HealTools,
  { chatId, title, expected = false }: TitledChat,
  record: ChatRecord,
  cleaned: CleanedChat | null,
): Promise<HealOutcome> {
  if (cleaned) await known.remember(record, expected);
  if (!cleaned) return { chatId, title, kind: 'changed-meanwhile', found: null, why: healingTexts.unchanged };
  return { chatId, title, kind: 'changed-meanwhile', found: toFound(cleaned.marked), why: words.changed };
}

async function write(tools: HealTools, known: TitledChat, record: ChatRecord, cleaned: CleanedChat): Promise<Attempt> {
  const { origin, store, chats } = tools;
  const { chatId, title } = known;
  const when = Date.now();
  const earlier = await doubtOf(tools, chatId, cleaned.changes);
  const entry: BackupEntry = { format: 2, origin, chatId, title, when, messages: cleaned.changes, undoBegun: false };
  const id = earlier ?? newBackupId(when);
  await store.write(origin, [
    ...backupRows(id, entry, 'in-doubt'),
    { table: 'steps', key: chatId, value: { chatId, title, kind: 'writing', backupId: id } },
  ]);
  const applied = await applyChanges(chats, record, cleaned.changes);
  const rows = rowsAfter(applied, id, entry, earlier !== null);
  if (applied.kind !== 'changed') return { ...toResult(applied, known, id, cleaned), rows };
  return { ...going(await rescanned(tools, known, applied.now, cleanAsShown(known, applied.now))), rows };
}

/**
 * Returns the backup of an earlier attempt at the same changes, which the server may still carry out: one backup serves
 * both. Null if there is none.
 */
async function doubtOf(
  { backups }: HealTools,
  chatId: string,
  changes: CleanedChat['changes'],
): Promise<number | null> {
  for (const { id, chatId: of, state } of await backups.list()) {
    if (state !== 'in-doubt' || of !== chatId) continue;
    const backup = await backups.read(id);
    if (JSON.stringify(backup?.entry.messages) === JSON.stringify(changes)) return id;
  }
  return null;
}

/**
 * Returns the rows to store: a change that the server certainly refused needs no backup; one that it may still accept
 * keeps it. `wasInDoubt`: it may still accept the same changes from an earlier attempt.
 */
function rowsAfter(applied: Applied, id: number, entry: BackupEntry, wasInDoubt: boolean): readonly Row[] {
  const notSent = applied.kind === 'changed' || (applied.kind === 'not-taken' && applied.certain);
  if (notSent) return wasInDoubt ? [] : noBackupRows(id);
  if (applied.kind !== 'taken') return [];
  const taken = backupRows(id, { ...entry, messages: applied.done }, 'healed');
  // It no longer is what was looked at.
  return [...taken, { table: 'known', key: entry.chatId, value: null }];
}

function toResult(
  applied: Exclude<Applied, { readonly kind: 'changed' }>,
  known: TitledChat,
  backupId: number,
  { marked }: CleanedChat,
): Attempt {
  const { chatId, title } = known;
  if (applied.kind === 'unknown') return failed(known, 'unknown', applied.why, applied.fatal);
  if (applied.kind === 'not-taken') return failed(known, 'old', applied.why, applied.fatal);
  if (!applied.alone) return failed(known, 'new', words.notAlone);
  const done = new Set(applied.done.map(({ messageId }) => messageId));
  const healed = marked.messages.filter(({ messageId }) => done.has(messageId));
  const markers = healed.reduce((sum, message) => sum + message.markers, 0);
  return going({
    chatId,
    title,
    kind: 'healed',
    backupId,
    messages: healed.length,
    markers,
    kept: marked.messages.length - healed.length,
  });
}

function going(outcome: HealOutcome): Attempt {
  return { outcome, stop: null, rows: [] };
}

function failed(
  { chatId, title }: Pick<TitledChat, 'chatId' | 'title'>,
  state: 'old' | 'new' | 'unknown',
  why: string,
  fatal = false,
): Attempt {
  return { outcome: { chatId, title, kind: 'failed', state, why }, stop: fatal ? why : null, rows: [] };
}
