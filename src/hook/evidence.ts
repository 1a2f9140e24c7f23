import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import { createKnownEvidence, type KnownEvidence } from '../normalizer/requests/known-evidence.ts';

/** Remembers evidence of Hermes markers in this page, so that the next reply is judged by it. */
export interface EvidenceMemory extends KnownEvidence {
  set(settings: Pick<HookSettings, 'hermes'>): void;
  /** A stored chat was loaded. @param chat undefined if unknown: then it counts as the open one */
  loaded(proven: boolean, chat?: string): void;
}

/** @param send passes a message on to the bridge */
export function createEvidenceMemory(send: (message: PageMessage) => void): EvidenceMemory {
  /** As in `HookSettings`. */
  let hermes: boolean | null = null;
  /** The bridge already knows that the site runs Hermes; or a person has said what it runs. */
  let isReported = false;
  /** Whether the last stored chat that was loaded without an id contained markers. */
  let open = false;
  const known = createKnownEvidence(() => hermes);

  return {
    set(settings) {
      hermes = settings.hermes;
      isReported = hermes !== null;
    },
    expects: (chat) => known.expects(chat) || (chat === null && open),
    found(evidence, chat) {
      known.found(evidence, chat);
      if (evidence !== 'server' || isReported) return;
      isReported = true;
      send({ type: 'hermes' });
    },
    loaded(proven, chat) {
      if (chat === undefined) open = proven;
      else if (proven) known.found('text', chat);
    },
  };
}
