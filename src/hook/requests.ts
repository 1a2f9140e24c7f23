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
import { addressOf } from '../normalizer/requests/asking.ts';
import {
  cleanFrame,
  cleanRequest,
  type RequestOptions,
  type SentTools,
} from '../normalizer/requests/request-cleaner.ts';
import { saysSomething } from '../normalizer/requests/said.ts';

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

const UNKNOWN = { asksReply: false, message: null, isUnknown: true } as const;

/**
 * Returns whether what answers may be a reply: something is said, and not where things are kept,
 * such as logs.
 */
function mayAsk(body: string, url: string): boolean {
  return body !== '' && addressOf(url) !== 'kept';
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
  /** What it says of the tools of its markers. */
  let tools: SentTools | null = null;
  /** Names of the tools that it offers to its model. */
  let offered: readonly string[] = [];
  /** The message that it is made for, if it does not say so itself: over a direct connection. */
  let message: ChatMessage | null = null;
  /** Where it goes; '' if that is unknown. */
  let address = '';
  const requests: RequestOptions = {
    get rules() {
      return cleaning.rules;
    },
    get url() {
      return address;
    },
    expectsMarkers: (source) => evidence.expects(message ? evidence.sourceOf(message) : source),
    onSign() {
      sign = true;
    },
    onProven(sent, chat) {
      tools = sent;
      sent.proven.forEach((emoji) => evidence.proven(emoji, chat));
    },
    onOffered(names) {
      offered = names;
    },
    onEvidence(chat) {
      shown = true;
      // An old history says nothing about the present server.
      evidence.found('text', { chat, model: null });
    },
  };

  function endTurn(sent: string): void {
    if (replies.isEndless() && saysSomething(sent)) replies.turn();
  }

  /**
   * Notes the messages that a request asks for.
   * @returns with them whether all are asked of Hermes
   */
  function noteAsked(body: string) {
    const asked = readAskedMessages(body);
    let isHermes = asked.length > 0;
    for (let i = 0; i < asked.length; i++) {
      const { id, model } = asked[i] as AskedMessage;
      replies.asked(id);
      isHermes = evidence.asked(id, model) && isHermes;
    }
    return { asked, isHermes };
  }

  return {
    cleanRequest(body, url = '') {
      if (!isOn()) return isOff() ? null : { body, asksReply: false, message: null, isEarly: true };
      cleaning.sent(body);
      endTurn(body);
      const { asked, isHermes } = noteAsked(body);
      shown = sign = false;
      tools = null;
      offered = [];
      message = directRequests.match(body);
      address = url;
      const cleaned = cleanRequest(body, requests);
      if (sign) asked.forEach(({ id }) => evidence.signed(id));
      const sentTools = tools as SentTools | null;
      if (sentTools) asked.forEach(({ id }) => evidence.sentFor(id, sentTools));
      const names = offered;
      if (names.length > 0) asked.forEach(({ id }) => evidence.offered(id, names));
      const cleans = cleansHistory();
      if (cleans) onRemoved(cleaned?.markers);
      const sent = cleaned && cleans ? cleaned.body : body;
      if (!cleaned) return mayAsk(body, url) ? { ...UNKNOWN, body } : null;
      inspector.request(body, sent);
      const { asksReply, model } = cleaned;
      if (asksReply && !message && asked.length === 0) replies.expect();
      return {
        body: sent,
        asksReply,
        message,
        model,
        showsMarkers: shown,
        showsSign: sign,
        tools: sentTools,
        offered: names,
        ...(asked.length > 0 && { tells: isHermes && cleans ? 'hermes' : 'on' }),
      };
    },
    cleanFrame(frame) {
      message = null;
      address = '';
      cleaning.sent(frame);
      endTurn(frame);
      const cleaned = cleansHistory() ? cleanFrame(frame, requests) : null;
      onRemoved(cleaned?.markers);
      if (cleaned) inspector.request(frame, cleaned.body);
      return cleaned?.body ?? frame;
    },
  };
}
