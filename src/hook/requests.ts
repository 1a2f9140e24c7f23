import type { Cleaning } from './cleaning.ts';
import type { EvidenceMemory } from './evidence.ts';
import type { Inspector } from './inspect.ts';
import type { Replies } from './replies.ts';
import type { Traffic } from './transports/traffic.ts';
import {
  readAskedMessages,
  type AskedMessage,
  type DirectRequests,
} from '../normalizer/open-webui/page-requests.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import {
  cleanFrame,
  cleanRequest,
  type RequestOptions,
} from '../normalizer/requests/request-cleaner.ts';

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
export function createRequests(
  options: RequestsOptions,
): Pick<Traffic, 'cleanRequest' | 'cleanFrame'> {
  const {
    isOn,
    isOff,
    cleansHistory,
    cleaning,
    evidence,
    inspector,
    replies,
    directRequests,
    onRemoved,
  } = options;
  /** The request that is being cleaned proves that its chat contains markers. */
  let shown = false;
  /** One of its texts begins with labels in Hermes' words. */
  let sign = false;
  /** The message that it is made for, if it does not say so itself: over a direct connection. */
  let message: ChatMessage | null = null;
  const requests: RequestOptions = {
    get rules() {
      return cleaning.rules;
    },
    expectsMarkers: (source) => evidence.expects(message ? evidence.sourceOf(message) : source),
    onSign() {
      sign = true;
    },
    onEvidence(chat) {
      shown = true;
      // An old history says nothing about the present server.
      evidence.found('text', { chat, model: null });
    },
  };

  return {
    cleanRequest(body) {
      if (!isOn()) return isOff() ? null : { body, asksReply: false, message: null, isEarly: true };
      cleaning.sent(body);
      const asked = readAskedMessages(body);
      let isHermes = asked.length > 0;
      for (let i = 0; i < asked.length; i++) {
        const { id, model } = asked[i] as AskedMessage;
        replies.asked(id);
        isHermes = evidence.asked(id, model) && isHermes;
      }
      shown = sign = false;
      message = directRequests.match(body);
      const cleaned = cleanRequest(body, requests);
      if (sign) asked.forEach(({ id }) => evidence.signed(id));
      const cleans = cleansHistory();
      if (cleans) onRemoved(cleaned?.markers);
      const sent = cleaned && cleans ? cleaned.body : body;
      if (!cleaned) return null;
      inspector.request(body, sent);
      const { asksReply, model } = cleaned;
      // The first request of a new chat may name no message yet.
      const isOfOpenWebUi = asked.length > 0 || (asksReply && body.includes('"session_id"'));
      if (asksReply && !message && asked.length === 0) replies.expect();
      return {
        body: sent,
        asksReply,
        message,
        model,
        showsMarkers: shown,
        showsSign: sign,
        ...(isOfOpenWebUi && { tells: isHermes && cleans ? 'hermes' : 'on' }),
      };
    },
    cleanFrame(frame) {
      message = null;
      cleaning.sent(frame);
      const cleaned = cleansHistory() ? cleanFrame(frame, requests) : null;
      onRemoved(cleaned?.markers);
      if (cleaned) inspector.request(frame, cleaned.body);
      return cleaned?.body ?? frame;
    },
  };
}
