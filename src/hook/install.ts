// Hook: runs in the page's own world. `realm` captures the natives, `transports` installs the overlays, and this folder
// connects them to the normalizer.

import { openBody } from './body.ts';
import type { ResponseHead, Traffic } from './transports/traffic.ts';
import { overlayBeacon } from './transports/beacon.ts';
import { createCleaning } from './cleaning.ts';
import { overlayClose } from './transports/event-source.ts';
import { headOf, overlayFetch } from './transports/fetch.ts';
import { createEvidenceMemory } from './evidence.ts';
import { createFindings } from './findings.ts';
import { createSettingsGate } from './settings-gate.ts';
import { createInspector } from './inspect.ts';
import { NativeSet, setAdd } from './realm/natives.ts';
import { attempt, type Restore } from './realm/overlay.ts';
import { overlayResponse } from './transports/response.ts';
import { overlayMessageData } from './transports/message-data.ts';
import { areNative } from './realm/are-native.ts';
import { asItWas } from './realm/realm.ts';
import { createReplies } from './replies.ts';
import { shelter } from './transports/shelter.ts';
import { watchStrangers } from './transports/strangers.ts';
import { createSockets } from './sockets.ts';
import { overlaySend, overlaySocketClose } from './transports/websocket.ts';
import { overlayXhr } from './transports/xhr.ts';
import { openHookBridge } from './bridge.ts';
import type { HookSettings, SeenMode } from '../bridge/protocol.ts';
import { createBodyNormalizer } from '../normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../normalizer/bodies/event-normalizer.ts';
import { readAskedMessages } from '../normalizer/open-webui/asked-messages.ts';
import { createDirectRequests } from '../normalizer/open-webui/direct-requests.ts';
import type { Evidence } from '../normalizer/text/evidence.ts';
import type { ReplyEvent } from '../normalizer/reply/reply-event.ts';
import type { ReplyOptions } from '../normalizer/reply/reply.ts';
import { cleanFrame, cleanRequest, type RequestOptions } from '../normalizer/requests/request-cleaner.ts';
import { DEFAULT_REPAIRS } from '../normalizer/repairs/all-repairs.ts';
import { createStreamMemory } from '../normalizer/bodies/resumed-streams.ts';

/**
 * Installs the hook in the page's world. Overlays are installed at once and stay dormant until the bridge says that
 * this very origin is on: Firefox injects by host, whatever the port. If it says off at the start, they are removed. In
 * a page that was already open, nothing is done if a hook works there or natives have been replaced.
 */
export function installHook(view: Window & typeof globalThis): void {
  /** `unknown` until the settings arrive: requests pass untouched, responses are decided when they arrive. */
  let state: 'unknown' | 'on' | 'off' = 'unknown';
  const restores: (Restore | null)[] = [];

  let settings: HookSettings | null = null;
  /** Rebuilt when settings change, so that each body needs one lookup. */
  let repairs: ReadonlySet<string> = DEFAULT_REPAIRS;
  const gate = createSettingsGate();

  const late = view.document.readyState !== 'loading' || view.document.scripts.length > 0;
  const opened = openHookBridge(view, (next) => {
    const first = state === 'unknown';
    settings = next;
    state = next.enabled ? 'on' : 'off';
    attempt(() => asItWas(() => apply(next)), undefined);
    gate.open();
    if (first && !next.enabled) for (let i = 0; i < restores.length; i++) restores[i]?.();
  });

  if (!opened) return;
  const bridge = opened;
  // Replaced natives would be taken for the originals: only a reload helps.
  if (late && !areNative(view.document)) return bridge.send({ type: 'hello', late });

  function apply(next: HookSettings): void {
    repairs = setOf(next.repairs);
    cleaning.set(next);
    evidence.set(next);
    inspector.set(next.enabled && next.inspect);
    if (next.enabled) sockets.back();
  }

  const cleaning = createCleaning();
  const evidence = createEvidenceMemory(bridge.send);
  const inspector = createInspector(bridge.send);
  const replies = createReplies(bridge.send, cleaning.cleans);
  const listenToBody = createFindings(bridge.send);
  const { onBytes } = listenToBody();
  const directRequests = createDirectRequests();
  const streams = createStreamMemory();
  const seen = new Set<SeenMode>();

  function removed(markers = 0): void {
    if (markers > 0) bridge.send({ type: 'removed', reply: null, markers });
  }

  function stopped(): void {
    bridge.send({ type: 'stopped' });
  }

  /**
   * @param tell marks the stream in the inspector. @returns a function that reports, once, that cleaning has stopped
   */
  function stopOf(tell: () => void): () => void {
    let reported = false;
    return () => {
      if (reported) return;
      reported = true;
      stopped();
      tell();
    };
  }

  const sockets = createSockets({
    isOn: () => state === 'on',
    replies,
    cleaning,
    evidence,
    watch: inspector.watchSocket,
    stopOf,
    onBytes,
    onDirectRequest(message, request) {
      replies.asked(message.messageId);
      directRequests.expect(message, request);
    },
    onSeen(mode) {
      if (seen.has(mode)) return;
      seen.add(mode);
      bridge.send({ type: 'seen', mode });
    },
  });

  /** Evidence of markers in the request that is being cleaned. */
  let shown: Evidence | null = null;
  const requests: RequestOptions = {
    get rules() {
      return cleaning.rules;
    },
    expectsMarkers: evidence.expects,
    onEvidence(found, chat) {
      shown = found;
      // What was stored long ago says nothing about the present server.
      if (chat !== null) evidence.found('text', chat);
    },
  };

  const work: Traffic = {
    off: () => state === 'off',
    on: () => state === 'on',
    cleanRequest(body) {
      if (state !== 'on') return null;
      const asked = readAskedMessages(body);
      for (let i = 0; i < asked.length; i++) replies.asked(asked[i] ?? '');
      shown = null;
      const cleaned = cleanRequest(body, requests);
      const cleans = settings?.history !== false;
      if (cleans) removed(cleaned?.markers);
      const sent = cleaned && cleans ? cleaned.body : body;
      onBytes(body.length - sent.length);
      if (cleaned) inspector.request(body, sent);
      return (
        cleaned && {
          body: sent,
          asksReply: cleaned.asksReply,
          message: directRequests.match(body),
          showsMarkers: shown !== null,
          question: cleaned.question,
        }
      );
    },
    cleanFrame(frame) {
      const cleaned = settings?.history === false ? null : cleanFrame(frame, requests);
      removed(cleaned?.markers);
      if (cleaned) onBytes(frame.length - cleaned.body.length);
      if (cleaned) inspector.request(frame, cleaned.body);
      return cleaned?.body ?? frame;
    },
    settingsKnown(head) {
      const due = gate.due();
      return due && mayConcern(head) ? due : null;
    },
    openBody(head) {
      if (state !== 'on') return null;
      const tap = inspector.open('response', head.url, head.contentType);
      const findings = listenToBody();
      const chat = head.request?.message?.chatId ?? null;
      const reply = replies.open(head.request?.message ?? null, tap.note, head.request?.question);
      const source = {
        report(event: ReplyEvent) {
          if (event.type === 'evidence') return evidence.found(event.evidence, chat);
          if (event.type === 'server') tap.server(event.server);
          reply.report(event);
          findings.report(event);
        },
        reportsText: true,
        onBytes: findings.onBytes,
        ...cleaning,
        onBroken: stopOf(tap.stopped),
        cleansStored: () => settings?.storedChats !== false,
        onStoredMarkers: removed,
        expectsMarkers: () => head.request?.showsMarkers === true || evidence.expects(chat),
        onStoredEvidence: evidence.loaded,
        streams,
        repairs,
        tap,
      };
      const { contentType, url, sessionId, conversation, request } = head;
      const isReply = request?.asksReply ?? false;
      return openBody({ ...source, contentType, url, sessionId, conversation, isReply }, () => state === 'on');
    },
    socketOf: sockets.socketOf,
    openEvents: () =>
      inspector.watchEvents((note, tell) => {
        const onBroken = stopOf(tell);
        const open = (): ReplyOptions => {
          const reply = replies.open(null, note);
          return {
            report: (event) => (event.type === 'evidence' ? evidence.found(event.evidence, null) : reply.report(event)),
            reportsText: true,
            ...cleaning,
            expectsMarkers: () => evidence.expects(null),
          };
        };
        return { ...createEventNormalizer(open, onBroken), stopped: onBroken };
      }),
  };

  const traffic = shelter(work, (way, address, type) => stopOf(inspector.open(way, address, type).stopped)());
  const strangers = late
    ? watchStrangers(
        (response) => {
          const head = headOf(response, null, null);
          return state === 'on' && head !== null && mayConcern(head);
        },
        () => bridge.send({ type: 'hello', late }),
      )
    : null;
  restores.push(
    overlayFetch(view, traffic, strangers),
    ...overlayResponse(strangers),
    ...overlayXhr(traffic),
    overlayMessageData(traffic),
    overlaySend(traffic),
    overlaySocketClose(),
    overlayClose(),
    overlayBeacon(view.Navigator.prototype, traffic),
  );
  bridge.send({ type: 'hello', late: false });
}

/**
 * Returns whether this body may be a reply or contain stored chats, when nothing is known of the request it answers.
 */
function mayConcern({ contentType, url, conversation }: ResponseHead): boolean {
  return createBodyNormalizer({ contentType, url, conversation, isReply: false }) !== null;
}

/** Builds a Set without array iterators, which a page may replace. */
function setOf(ids: readonly string[]): ReadonlySet<string> {
  const set = new NativeSet<string>();
  for (let i = 0; i < ids.length; i++) setAdd(set, ids[i] ?? '');
  return set;
}
