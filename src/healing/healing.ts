import type { Hermes } from '../settings/hermes.ts';
import type { OpenWebUiCall } from '../companion/open-webui-call.ts';
import { isAtLeast } from '../detection/open-webui.ts';
import { createBackups } from './backups/backups.ts';
import type { HealTools } from './heal-chat.ts';
import { createOpenWebUiChats } from './chats/open-webui-chats.ts';
import { healChats, undoAll } from './runs.ts';
import { lookAtChat, scanChats } from './scan.ts';
import { settle } from './settle.ts';
import type { HealingStore } from './backups/indexed-db-store.ts';
import { healingTexts } from './texts.ts';
import type { HealOptions, ScanOptions } from './types.ts';

export interface HealingOptions {
  /** Of the chat server. */
  readonly origin: string;
  /** As in `OpenWebUi`. */
  readonly version: string;
  /** Makes the calls on behalf of the signed-in person. */
  readonly call: OpenWebUiCall;
  readonly store: HealingStore;
  /**
   * Returns the models of the site that are Hermes; called for each chat. Without it, each chat
   * must show it by itself.
   */
  readonly readHermes?: () => Promise<Hermes>;
  /**
   * Least milliseconds of rest after each chat. A small server has other people to serve, so a slow
   * one rests longer.
   */
  readonly pause?: number;
  /**
   * Called with each chat that was cleaned, or turns out to be if that was in doubt, and with each
   * that was restored.
   */
  readonly onChanged?: HealTools['onChanged'];
}

const PAUSE = 50;

export type Healing = ReturnType<typeof createHealing>;

/**
 * Finds and heals the stored chats of the person signed in to one Open WebUI. Nothing rejects
 * unless the browser's own storage fails.
 */
export function createHealing({
  origin,
  version,
  call,
  store,
  pause = PAUSE,
  readHermes = () => Promise.resolve([]),
  onChanged = () => {},
}: HealingOptions) {
  const chats = createOpenWebUiChats(call, version, 20 * pause);
  const backups = createBackups(store, origin);
  const rest = (took: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, Math.max(took, pause)));
  const tools: HealTools = {
    origin,
    chats,
    store,
    known: new Map(),
    backups,
    rest,
    readHermes,
    onChanged,
  };

  return {
    /** A warning to show before healing on this version, in plain words; null for none. */
    caveat:
      isAtLeast(version, 0, 9, 3) && !isAtLeast(version, 0, 9, 6) ? healingTexts.secondCopy : null,
    /**
     * What to do after cleaning on this version, in plain words. Up to 0.8.12, a page saves its
     * whole chat with the next message, so one that still shows the old replies would store them
     * again.
     */
    afterwards: isAtLeast(version, 0, 9, 0) ? healingTexts.seen : healingTexts.reload,
    scan: (options: ScanOptions) => scanChats(tools, options),
    /** Reads one chat with its texts before and after: `heal` compares with what was shown. */
    look: (chatId: string) => lookAtChat(tools, chatId),
    /** Heals chats that `scan` or `look` found. */
    heal: (chatIds: readonly string[], options: HealOptions) => healChats(tools, chatIds, options),
    backups: backups.list,
    /** Restores the messages of several backups. `onOutcome` gets the outcome of each, in order. */
    undoAll: (backupIds: readonly number[], options: HealOptions) =>
      undoAll(tools, backupIds, options),
    exportBackups: backups.exportAll,
    deleteBackups: backups.remove,
    /**
     * Resolves what was in doubt; does nothing while another page of this browser changes chats.
     */
    settle: async () => void (await store.exclusive(origin, () => settle(tools))),
  };
}
