/** What is known of the stored chat open in the tab. */
import { useEffect, useState } from 'preact/hooks';
import type { OpenWebUi } from '../../../detection/open-webui.ts';
import { healingAddress } from '../../../healing/address.ts';
import type { Look } from '../../../healing/types.ts';
import { reportFailure } from '../../../extension/promises.ts';
import type { PopupTab } from '../backend.ts';
import type * as Backend from './chat-backend.ts';
import type { WhatRan } from './what-ran.ts';
import { leaveFor } from '../site-tab.ts';

export type OpenChat = ReturnType<typeof useChat>;

/** Loads the code that reads chats, a quarter of the popup's, only for a site that has some. */
const backend = async <T>(ask: (of: typeof Backend) => T | Promise<T>): Promise<T> =>
  ask(await import('./chat-backend.ts'));

/**
 * Reads the chat once when it is opened or the page has reloaded, and never periodically.
 * @param tab whose site is on, null if there is none
 * @param found null if it is no Open WebUI
 */
export function useChat(tab: PopupTab | null, found: OpenWebUi | null) {
  const [look, setLook] = useState<Look | null>(null);
  const id = tab?.id ?? null;
  const site = tab?.site ?? null;
  const chat = tab?.chat ?? null;
  const version = found?.version ?? null;
  const loading = tab?.loading ?? true;
  /** By the chat, as the tab may show another one when the answer arrives. */
  const [ran, setRan] = useState<{ readonly of: string; readonly what: WhatRan | null } | null>(
    null,
  );
  const of = JSON.stringify([id, site, chat]);

  useEffect(() => setLook(null), [id, site, chat]);

  useEffect(() => {
    if (id === null || site === null || chat === null || version === null || loading) return;
    const ending = new AbortController();
    void backend(({ lookAtChat }) => lookAtChat(id, site, version, chat)).then((seen) => {
      if (!ending.signal.aborted) setLook(seen);
    });
    return () => ending.abort();
  }, [id, site, chat, version, loading]);

  return {
    /** Whether a stored chat is open. */
    open: chat !== null,
    look,
    /**
     * What ran in the open chat; undefined until asked for, null while it is read. Kept here only.
     */
    ran: ran?.of === of ? ran.what : undefined,
    showRan(): void {
      if (id === null || site === null || chat === null || version === null) return;
      setRan({ of, what: null });
      void backend(({ readWhatRan }) => readWhatRan(id, site, version, chat)).then((what) =>
        setRan((known) => (known?.of === of ? { of, what } : known)),
      );
    },
    /** Opens the healing page; null in a private window, of which nothing is kept. */
    heal: tab?.incognito
      ? null
      : () => {
          if (site !== null)
            leaveFor(healingAddress({ tab: id, site, chat })).catch(reportFailure('open its page'));
        },
  };
}
