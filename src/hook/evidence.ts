import type { HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { Evidence } from '../normalizer/text/evidence.ts';
import { createKnownEvidence } from '../normalizer/requests/known-evidence.ts';

/** Remembers evidence of Hermes markers in this page, so that the next reply is judged by it. */
export type EvidenceMemory = ReturnType<typeof createEvidenceMemory>;

/**
 * @param origin of the site
 * @param send passes a message on to the bridge
 */
export function createEvidenceMemory(origin: string, send: (message: PageMessage) => void) {
  /** As in `HookSettings`. */
  let hermes: boolean | null = null;
  /** The bridge already knows that the site runs Hermes; or a person has said what it runs. */
  let isReported = false;
  /** Whether the last stored chat that was loaded without an id contained markers. */
  let open = false;
  const known = createKnownEvidence(() => hermes);

  return {
    set(settings: Pick<HookSettings, 'hermes'>): void {
      hermes = settings.hermes;
      isReported = hermes !== null;
    },
    expects: (chat: string | null): boolean => known.expects(chat) || (chat === null && open),
    /**
     * @param url of the response or socket that proves something. Only one from the network says anything of the server,
     * only one of this site's own server is remembered beyond this page
     */
    found(evidence: Evidence, chat: string | null, url = ''): void {
      const address = url.replace(/^ws/, 'http');
      // What the page has made itself, as `data:` and `blob:`, says nothing of any server.
      const found = /^https?:/.test(address) ? evidence : 'text';
      known.found(found, chat);
      if (found !== 'server' || isReported || !address.startsWith(`${origin}/`)) return;
      isReported = true;
      send({ type: 'hermes' });
    },
    /** A stored chat was loaded. @param chat undefined if unknown: then it counts as the open one */
    loaded(proven: boolean, chat?: string): void {
      if (chat === undefined) open = proven;
      else if (proven) known.found('text', chat);
    },
  };
}
