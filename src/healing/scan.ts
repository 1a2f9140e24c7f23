import { cleanChat } from './chats/chat-cleaner.ts';
import type { ChatRecord } from './chats/chat-record.ts';
import { remember } from './chats/known-chats.ts';
import { isTrouble } from './chats/open-webui-chats.ts';
import type { HealTools } from './heal-chat.ts';
import type {
  ChatSummary,
  FoundChat,
  Look,
  MarkedChat,
  ScanOptions,
  ScanProgress,
  ScanResult,
  UnreadChat,
} from './types.ts';

/** Chats that are read at a time. */
const LANES = 2;
/** Most unreadable chats that are listed; more are only counted. */
const MAX_UNREAD = 100;
/** Unreadable chats in a row after which the remaining ones are left alone. */
const MAX_IN_A_ROW = 5;

/** The progress of a scan that begins. */
export const NOTHING_READ: ScanProgress = {
  scanned: 0,
  listed: 0,
  complete: false,
  found: 0,
  unreadable: 0,
};

/** Reads the chats one by one and keeps none of them: a person may have thousands. */
export async function scanChats(tools: HealTools, options: ScanOptions): Promise<ScanResult> {
  const { chats } = tools;
  const { signal, onProgress, onFound } = options;
  const queue: ChatSummary[] = [];
  let next = 0;
  const unread: UnreadChat[] = [];
  let progress = NOTHING_READ;
  let inARow = 0;
  let failure: string | null = null;

  function step(change: Partial<ScanProgress>): void {
    progress = { ...progress, ...change };
    onProgress(progress);
  }

  function giveUpOn(chat: ChatSummary, why: string): void {
    if (unread.length < MAX_UNREAD) unread.push({ chat, why });
    step({ scanned: progress.scanned + 1, unreadable: progress.unreadable + 1 });
  }

  async function lane(): Promise<void> {
    for (
      let chat = queue[next++];
      chat && !signal.aborted && failure === null;
      chat = queue[next++]
    ) {
      const place = next - 1;
      const begun = performance.now();
      const record = await chats.read(chat.id);
      await tools.rest(performance.now() - begun);
      if (isTrouble(record)) {
        inARow++;
        if (record.fatal || inARow >= MAX_IN_A_ROW) failure ??= record.why;
        else giveUpOn(chat, record.why);
        continue;
      }
      inARow = 0;
      const marked = await look(tools, record);
      if (marked) onFound(toFound(marked, place));
      step({ scanned: progress.scanned + 1, found: progress.found + (marked ? 1 : 0) });
    }
  }

  function end(): ScanResult {
    const how = failure !== null ? 'failed' : signal.aborted ? 'cancelled' : 'done';
    return { ...progress, end: how, why: failure, unread };
  }

  if (options.chatId !== undefined) {
    queue.push({ id: options.chatId, title: '', archived: false });
    step({ listed: 1, complete: true });
  } else {
    const trouble = await chats.list(signal, (listed) => {
      for (const chat of listed) queue.push(chat);
      step({ listed: queue.length });
    });
    if (trouble) failure = trouble.why;
    else if (!signal.aborted) step({ complete: true });
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  return end();
}

/** Looks at one chat and remembers its state. */
export async function lookAtChat(tools: HealTools, chatId: string): Promise<Look> {
  const record = await tools.chats.read(chatId);
  return isTrouble(record) ? { why: record.why } : { marked: await look(tools, record) };
}

/** Leaves the texts out. */
function toFound({ chat, markers, marked, replies, since }: MarkedChat, place: number): FoundChat {
  return { chat, markers, marked, replies, since, place };
}

async function look(
  { known, readHermes }: HealTools,
  record: ChatRecord,
): Promise<MarkedChat | null> {
  const hermes = await readHermes();
  const cleaned = cleanChat(record, hermes);
  if (cleaned) await remember(known, record, hermes);
  return cleaned?.marked ?? null;
}
