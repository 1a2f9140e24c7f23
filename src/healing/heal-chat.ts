import { applyChanges, type Applied } from './chats/apply-changes.ts';
import { backupRows, newBackupId, noBackupRows, type Backups } from './backups/backups.ts';
import { cleanChat, type CleanedChat } from './chats/chat-cleaner.ts';
import type { ChatRecord } from './chats/chat-record.ts';
import type { Hermes } from '../settings/hermes.ts';
import { isAsKnown, type KnownChat, type KnownChats } from './chats/known-chats.ts';
import { isTrouble, type OpenWebUiChats } from './chats/open-webui-chats.ts';
import type { HealingStore, Row } from './backups/indexed-db-store.ts';
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
  /** Rests after a chat as long as it took, and at least a moment. */
  readonly rest: (milliseconds: number) => Promise<void>;
  /** As in `HealingOptions`. */
  readonly readHermes: () => Promise<Hermes>;
  /** As in `HealingOptions`. */
  readonly onChanged: (chatId: string, change: 'healed' | 'unhealed') => void;
}

const words = healingTexts.trouble;

/**
 * Heals one chat. It is then as before or as it was shown, or its state is unknown and its backup
 * stays in doubt.
 */
export async function healChat(tools: HealTools, chatId: string): Promise<HealOutcome> {
  const known = tools.known.get(chatId);
  if (!known) return failed({ chatId, title: '' }, 'old', words.notLookedAt);
  const { title } = known;
  const record = await readAtRest(tools.chats, chatId);
  if (record === 'streaming') return { chatId, title, kind: 'streaming' };
  if (isTrouble(record)) return failed(known, 'old', record.why, record.fatal);
  // With what was known when the person looked at it, whatever is known of the site by now.
  const cleaned = cleanChat(record, known.hermes);
  if (!(await isAsKnown(known, record))) return changed(known, cleaned);
  return cleaned ? write(tools, known, record, cleaned) : { chatId, title, kind: 'unchanged' };
}

/** @param cleaned what it has now. @returns the outcome for a chat that changed */
function changed({ chatId, title }: KnownChat, cleaned: CleanedChat | null): HealOutcome {
  return cleaned
    ? { chatId, title, kind: 'changed-meanwhile', why: words.changed }
    : { chatId, title, kind: 'unchanged' };
}

async function write(
  tools: HealTools,
  known: KnownChat,
  record: ChatRecord,
  cleaned: CleanedChat,
): Promise<HealOutcome> {
  const { origin, store, chats } = tools;
  const { chatId, title } = known;
  const when = Date.now();
  const earlier = await doubtOf(tools, chatId, cleaned.changes);
  const entry: BackupEntry = {
    format: 2,
    origin,
    chatId,
    title,
    when,
    messages: cleaned.changes,
    undoBegun: false,
  };
  const id = earlier ?? newBackupId(when);
  await store.write(origin, backupRows(id, entry, 'in-doubt'));
  const applied = await applyChanges(chats, record, cleaned.changes);
  await store.write(origin, rowsAfter(applied, id, entry, earlier !== null));
  if (applied.kind === 'changed') return changed(known, cleanChat(applied.now, known.hermes));
  const result = toResult(applied, known, id, cleaned);
  if (result.kind === 'healed') tools.onChanged(chatId, 'healed');
  return result;
}

/**
 * Returns the backup of an earlier attempt at the same changes, which the server may still carry
 * out: one backup serves both. Null if there is none.
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
 * Returns the rows to store: a change that the server certainly refused needs no backup; one that
 * it may still accept keeps it. `wasInDoubt`: it may still accept the same changes from an earlier
 * attempt.
 */
function rowsAfter(
  applied: Applied,
  id: number,
  entry: BackupEntry,
  wasInDoubt: boolean,
): readonly Row[] {
  const notSent = applied.kind === 'changed' || (applied.kind === 'not-taken' && applied.certain);
  if (notSent) return wasInDoubt ? [] : noBackupRows(id);
  if (applied.kind !== 'taken') return [];
  return backupRows(id, { ...entry, messages: applied.done }, 'healed');
}

function toResult(
  applied: Exclude<Applied, { readonly kind: 'changed' }>,
  known: KnownChat,
  backupId: number,
  { marked }: CleanedChat,
): HealOutcome {
  const { chatId, title } = known;
  if (applied.kind === 'unknown') return failed(known, 'unknown', applied.why, applied.fatal);
  if (applied.kind === 'not-taken') return failed(known, 'old', applied.why, applied.fatal);
  if (!applied.alone) return failed(known, 'new', words.notAlone);
  const done = new Set(applied.done.map(({ messageId }) => messageId));
  const healed = marked.messages.filter(({ messageId }) => done.has(messageId));
  const markers = healed.reduce((sum, message) => sum + message.markers, 0);
  return {
    chatId,
    title,
    kind: 'healed',
    backupId,
    messages: healed.length,
    markers,
    kept: marked.messages.length - healed.length,
  };
}

function failed(
  { chatId, title }: Pick<KnownChat, 'chatId' | 'title'>,
  state: 'old' | 'new' | 'unknown',
  why: string,
  fatal = false,
): HealOutcome {
  return { chatId, title, kind: 'failed', state, why, fatal };
}
