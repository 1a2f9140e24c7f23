import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { Evidence } from '../normalizer/text/evidence.ts';
import { createKnownEvidence, type KnownEvidence } from '../normalizer/requests/known-evidence.ts';

/** What this page has seen of markers of Hermes, so that the next reply is judged by it. */
export interface EvidenceMemory extends KnownEvidence {
  set(settings: Pick<HookSettings, 'hermes'>): void;
  /** A stored chat was loaded. @param chat undefined where nothing says which: it counts as the one that is open */
  loaded(evidence: Evidence | null, chat?: string): void;
}

/** @param send passes on to the bridge */
export function createEvidenceMemory(send: (message: PageMessage) => void): EvidenceMemory {
  /** As `HookSettings`. */
  let hermes: boolean | null = null;
  /** The bridge knows that the site is one of Hermes', or was told, or a person has said what the site is. */
  let told = false;
  /** Of the stored chat that was loaded last, where nothing said which it is. */
  let open = false;
  const known = createKnownEvidence(() => hermes);

  return {
    set(settings) {
      hermes = settings.hermes;
      told = hermes !== null;
    },
    expects: (chat) => known.expects(chat) || (chat === null && open),
    found(evidence, chat) {
      known.found(evidence, chat);
      if (evidence !== 'server' || told) return;
      told = true;
      send({ type: 'hermes' });
    },
    loaded(evidence, chat) {
      if (chat === undefined) open = evidence !== null;
      else if (evidence) known.found('text', chat);
    },
  };
}
