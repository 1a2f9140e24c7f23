import type { Cleaning } from './cleaning.ts';
import type { EvidenceMemory } from './evidence.ts';
import type { Inspector } from './inspect.ts';
import type { Replies } from './replies.ts';
import type { Traffic } from './transports/traffic.ts';
import { readAskedMessages, type DirectRequests } from '../normalizer/open-webui/page-requests.ts';
import { cleanFrame, cleanRequest, type RequestOptions } from '../normalizer/requests/request-cleaner.ts';

export interface RequestsOptions {
  readonly isOn: () => boolean;
  /** Neither is so before the settings are known. */
  readonly isOff: () => boolean;
  /** Whether to clean the history that is sent. */
  readonly cleansHistory: () => boolean;
  readonly cleaning: Cleaning;
  readonly evidence: EvidenceMemory;
  readonly inspector: Inspector;
  readonly replies: Replies;
  readonly directRequests: DirectRequests;
  /** Called with the number of markers removed. */
  readonly onRemoved: (markers?: number) => void;
}

/** Creates the request cleaner of a page. */
export function createRequests(options: RequestsOptions): Pick<Traffic, 'cleanRequest' | 'cleanFrame'> {
  const { isOn, isOff, cleansHistory, cleaning, evidence, inspector, replies, directRequests, onRemoved } = options;
  /** The request that is being cleaned proves that its chat contains markers. */
  let shown = false;
  const requests: RequestOptions = {
    get rules() {
      return cleaning.rules;
    },
    expectsMarkers: evidence.expects,
    onEvidence(chat) {
      shown = true;
      // An old history says nothing about the present server.
      if (chat !== null) evidence.found('text', chat);
    },
  };

  return {
    cleanRequest(body) {
      if (!isOn()) return isOff() ? null : { body, asksReply: false, message: null, isEarly: true };
      cleaning.sent(body);
      const asked = readAskedMessages(body);
      for (let i = 0; i < asked.length; i++) replies.asked(asked[i] ?? '');
      shown = false;
      const cleaned = cleanRequest(body, requests);
      const cleans = cleansHistory();
      if (cleans) onRemoved(cleaned?.markers);
      const sent = cleaned && cleans ? cleaned.body : body;
      if (!cleaned) return null;
      inspector.request(body, sent);
      const { asksReply } = cleaned;
      const message = directRequests.match(body);
      if (asksReply && !message && asked.length === 0) replies.expect();
      return { body: sent, asksReply, message, showsMarkers: shown };
    },
    cleanFrame(frame) {
      cleaning.sent(frame);
      const cleaned = cleansHistory() ? cleanFrame(frame, requests) : null;
      onRemoved(cleaned?.markers);
      if (cleaned) inspector.request(frame, cleaned.body);
      return cleaned?.body ?? frame;
    },
  };
}
