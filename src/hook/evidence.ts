import { remember } from './bounded-map.ts';
import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { Evidence } from '../normalizer/evidence.ts';

/** What this page has seen of markers of Hermes, so that the next reply is judged by it. */
export interface EvidenceMemory {
  set(settings: HookSettings): void;
  /** @param chat null where it is not known. @returns whether markers are to be expected there */
  expects(chat: string | null): boolean;
  /** A reply, or what was sent for it, gave evidence. */
  found(evidence: Evidence, chat: string | null): void;
  /** A stored chat was loaded. @param chat undefined where nothing says which: it counts as the one that is open */
  loaded(evidence: Evidence | null, chat?: string): void;
}

/** Chats remembered; beyond, the oldest is forgotten. */
const MAX_CHATS = 200;

/** @param send passes on to the bridge */
export function createEvidenceMemory(send: (message: PageMessage) => void): EvidenceMemory {
  /** The site is one of Hermes'. */
  let site = false;
  /** The bridge knows that, or was told. */
  let told = false;
  const chats = new Map<string, true>();
  /** Of the stored chat that was loaded last, where nothing said which it is. */
  let open = false;

  return {
    set({ hermes }) {
      site ||= hermes;
      told = hermes;
    },
    expects: (chat) => site || (chat === null ? open : chats.has(chat)),
    found(evidence, chat) {
      if (chat !== null && !chats.has(chat)) remember(chats, chat, true, MAX_CHATS);
      if (evidence !== 'server') return;
      site = true;
      if (told) return;
      told = true;
      send({ type: 'hermes' });
    },
    loaded(evidence, chat) {
      if (chat === undefined) open = evidence !== null;
      else if (evidence) remember(chats, chat, true, MAX_CHATS);
    },
  };
}
