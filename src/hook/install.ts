// Hook: runs in the page's own world. `realm` captures the natives, `transports` installs the
// overlays, and this folder connects them to the normalizer.

import { createAgents } from './agent.ts';
import type { ResponseHead, Traffic } from './transports/traffic.ts';
import { overlayBeacon } from './transports/beacon.ts';
import { createCleaning } from './cleaning.ts';
import { overlayClose } from './transports/event-source.ts';
import { headOf, overlayFetch } from './transports/fetch.ts';
import { createEvidenceMemory } from './evidence.ts';
import { createRepairCount } from './repair-count.ts';
import { createSettingsGate } from './settings-gate.ts';
import { createInspector } from './inspect.ts';
import { eventSourcePrototype, socketPrototype } from './realm/natives.ts';
import { attempt, type Restore } from './realm/overlay.ts';
import { testNatives } from './realm/self-test.ts';
import { overlayResponse } from './transports/response.ts';
import { overlayMessageData } from './transports/message-data.ts';
import { createReplies } from './replies.ts';
import { createRequests } from './requests.ts';
import { createResponses, mayConcern } from './responses.ts';
import { failOpen } from './transports/fail-open.ts';
import { watchKeptFetch } from './transports/kept-fetch.ts';
import { createSockets } from './sockets.ts';
import { overlaySocket } from './transports/websocket.ts';
import { overlayXhr } from './transports/xhr.ts';
import { openHookBridge } from './bridge.ts';
import type { Answer, HookSettings, PageMessage } from '../bridge/protocol.ts';
import type { Way } from '../inspector/inspected.ts';
import { createDirectRequests } from '../normalizer/open-webui/page-requests.ts';
import { DEFAULT_REPAIRS, enabledRepairs } from '../normalizer/repairs/all-repairs.ts';

type Send = (message: PageMessage) => void;

/**
 * Installs the hook in the page's world. Overlays are installed at once and stay dormant until the
 * bridge says that this very origin is on: Firefox injects by host, whatever the port. If it says
 * off at the start, they are removed. In a page that was already open, nothing is done if a hook
 * works there.
 */
export function installHook(view: Window & typeof globalThis): void {
  /**
   * `unknown` until the settings arrive: requests pass unchanged, responses are decided when they
   * arrive.
   */
  let state: 'unknown' | 'on' | 'off' = 'unknown';
  let settings: HookSettings | null = null;
  let overlays: Overlays | null = null;
  const gate = createSettingsGate();

  const late = view.document.readyState !== 'loading' || view.document.scripts.length > 0;
  const opened = openHookBridge(
    view,
    (next) => {
      const first = state === 'unknown';
      settings = next;
      state = next.enabled ? 'on' : 'off';
      attempt(() => work.set(next), undefined);
      gate.open();
      if (!first) return;
      if (!next.enabled) overlays?.remove();
      else if (overlays?.isIncomplete) send({ type: 'stopped' });
    },
    answerAgent,
  );

  function answerAgent(answer: Answer): void {
    attempt(() => work.answer(answer), undefined);
  }

  if (!opened) return;
  const { send, isReplaced } = opened;
  const takes = (): boolean => state === 'on' && !isReplaced();
  const refuses = (): boolean => state === 'off' || isReplaced();
  const work = createWork(
    view.location.origin,
    send,
    { isOn: () => state === 'on', takes, refuses },
    () => settings,
  );
  const traffic: Traffic = {
    ...work.traffic,
    off: refuses,
    on: takes,
    settingsKnown(head) {
      const due = gate.due();
      return due && mayConcern(head) ? due : null;
    },
    ...(late && {
      keptFetch: watchKeptFetch(
        (response) => {
          const head = headOf(response, null, null);
          return state === 'on' && head !== null && mayConcern(head);
        },
        () => send({ type: 'hello', late }),
      ),
    }),
  };
  overlays = overlayAll(view, failOpen(traffic, work.onStopped));
  send({ type: 'hello', late: false });
}

interface Decisions {
  /** Whether what has begun is cleaned and reported to its end. */
  readonly isOn: () => boolean;
  /** Whether something new is. */
  readonly takes: () => boolean;
  /** Whether it is known that nothing new is. */
  readonly refuses: () => boolean;
}

/** What the hook does with traffic. */
function createWork(
  origin: string,
  send: Send,
  { isOn, takes, refuses }: Decisions,
  settings: () => HookSettings | null,
) {
  /** Rebuilt when settings change, so that each body needs one lookup. */
  let repairs: ReadonlySet<string> = DEFAULT_REPAIRS;
  const cleaning = createCleaning();
  const evidence = createEvidenceMemory(origin, send);
  const inspector = createInspector(send);
  const replies = createReplies(send, cleaning.cleans);
  const agents = createAgents(isOn);
  const directRequests = createDirectRequests();
  const stopOf = createStops(send);
  /** The page was asked to fetch a reply itself, which is reported once. */
  let isDirect = false;

  function onRemoved(markers = 0): void {
    if (markers > 0) send({ type: 'removed', reply: null, markers });
  }

  const sockets = createSockets({
    isOn: takes,
    replies,
    cleaning,
    evidence,
    watch: inspector.watchSocket,
    stopOf,
    onDirectRequest(message, request) {
      if (!isDirect) send({ type: 'direct' });
      isDirect = true;
      replies.asked(message.messageId);
      directRequests.expect(message, request);
    },
  });
  const { cleanRequest, cleanFrame } = createRequests({
    isOn: takes,
    isOff: refuses,
    cleansHistory: () => settings()?.history !== false,
    cleaning,
    evidence,
    inspector,
    replies,
    directRequests,
    onRemoved,
  });
  const responses = createResponses({
    isOn,
    repairs: () => repairs,
    cleansStored: () => settings()?.storedChats !== false,
    cleaning,
    evidence,
    inspector,
    replies,
    agents,
    countRepair: createRepairCount(send),
    onUnread: () => send({ type: 'unread' }),
    onRemoved,
    stopOf,
  });

  return {
    /** Applies new settings. */
    set(next: HookSettings): void {
      repairs = enabledRepairs(next.repairs);
      cleaning.set(next);
      evidence.set(next);
      inspector.set(next.enabled && next.inspect);
      if (next.enabled) sockets.resume();
    },
    /** Passes the answer of a person on to the agent that asked. */
    answer: agents.answer,
    traffic: {
      cleanRequest,
      cleanFrame,
      openBody: (head: ResponseHead) => (takes() ? responses.openBody(head) : null),
      socketOf: sockets.socketOf,
      openEvents: responses.openEvents,
    },
    /** See `failOpen`. */
    onStopped: (way: Way, address: string, type: string | null) =>
      stopOf(inspector.open(way, address, type).stopped)(),
  };
}

/**
 * Creates reporters of streams whose cleaning has stopped.
 * @returns a function that takes one to call for the inspector, and returns the reporter of that
 * stream; it reports once
 */
function createStops(send: Send): (tell: () => void) => () => void {
  return (tell) => {
    let reported = false;
    return () => {
      if (reported) return;
      reported = true;
      send({ type: 'stopped' });
      tell();
    };
  };
}

/** What is installed in a page. */
type Overlays = ReturnType<typeof overlayAll>;

/** Installs each overlay independently of the others. */
function overlayAll(view: Window & typeof globalThis, traffic: Traffic) {
  const restores: (Restore | null)[] = [];
  const { reads, reachesAll } = testNatives();
  let isIncomplete = !reachesAll;
  // Whatever passes through us could be damaged.
  if (!reads) return { isIncomplete: true, remove: (): void => undefined };

  function install(overlay: () => readonly (Restore | null)[]): void {
    const installed = attempt(overlay, []);
    restores.push(...installed);
    isIncomplete ||= !installed[0];
  }

  install(() => [overlayFetch(view, traffic)]);
  install(() => overlayResponse(traffic.keptFetch));
  install(() => overlayXhr(traffic));
  install(() => [overlayMessageData(traffic)]);
  restores.push(...overlaySocket(socketPrototype, traffic), overlayClose(eventSourcePrototype));
  restores.push(overlayBeacon(view.navigator, traffic));
  return {
    /**
     * A native is missing, or locked, or no longer the browser's, so what passes through it is not
     * cleaned.
     */
    isIncomplete,
    remove: (): void => restores.forEach((restore) => restore?.()),
  };
}
