// Hook: runs in the page's own world. `realm` captures the natives, `transports` installs the overlays, and this folder
// connects them to the normalizer.

import type { Traffic } from './transports/traffic.ts';
import { overlayBeacon } from './transports/beacon.ts';
import { createCleaning } from './cleaning.ts';
import { overlayClose } from './transports/event-source.ts';
import { headOf, overlayFetch } from './transports/fetch.ts';
import { createEvidenceMemory } from './evidence.ts';
import { createFindings } from './findings.ts';
import { createSettingsGate } from './settings-gate.ts';
import { createInspector } from './inspect.ts';
import { NativeSet, setAdd } from './realm/natives.ts';
import type { Restore } from './realm/overlay.ts';
import { overlayResponse } from './transports/response.ts';
import { overlayMessageData } from './transports/message-data.ts';
import { areNative } from './realm/are-native.ts';
import { createReplies } from './replies.ts';
import { createRequests } from './requests.ts';
import { createResponses, mayConcern } from './responses.ts';
import { shelter, sheltered } from './transports/shelter.ts';
import { watchStrangers, type Strangers } from './transports/strangers.ts';
import { createSockets } from './sockets.ts';
import { overlaySend, overlaySocketClose } from './transports/websocket.ts';
import { overlayXhr } from './transports/xhr.ts';
import { openHookBridge } from './bridge.ts';
import type { HookSettings, PageMessage, SeenMode } from '../bridge/protocol.ts';
import { createDirectRequests } from '../normalizer/open-webui/direct-requests.ts';
import { DEFAULT_REPAIRS } from '../normalizer/repairs/all-repairs.ts';

type Send = (message: PageMessage) => void;

/**
 * Installs the hook in the page's world. Overlays are installed at once and stay dormant until the bridge says that
 * this very origin is on: Firefox injects by host, whatever the port. If it says off at the start, they are removed. In
 * a page that was already open, nothing is done if a hook works there or natives have been replaced.
 */
export function installHook(view: Window & typeof globalThis): void {
  /** `unknown` until the settings arrive: requests pass untouched, responses are decided when they arrive. */
  let state: 'unknown' | 'on' | 'off' = 'unknown';
  let settings: HookSettings | null = null;
  let restores: readonly (Restore | null)[] = [];
  const gate = createSettingsGate();

  const late = view.document.readyState !== 'loading' || view.document.scripts.length > 0;
  const opened = openHookBridge(view, (next) => {
    const first = state === 'unknown';
    settings = next;
    state = next.enabled ? 'on' : 'off';
    sheltered(work.set, next, undefined);
    gate.open();
    if (first && !next.enabled) for (let i = 0; i < restores.length; i++) restores[i]?.();
  });

  if (!opened) return;
  const { send } = opened;
  // Replaced natives would be taken for the originals: only a reload helps.
  if (late && !areNative(view.document)) return send({ type: 'hello', late });

  const work = createWork(
    send,
    () => state === 'on',
    () => settings,
  );
  const strangers = late
    ? watchStrangers(
        (response) => {
          const head = headOf(response, null, null);
          return state === 'on' && head !== null && mayConcern(head);
        },
        () => send({ type: 'hello', late }),
      )
    : null;
  const traffic: Traffic = {
    ...work.traffic,
    off: () => state === 'off',
    on: () => state === 'on',
    settingsKnown(head) {
      const due = gate.due();
      return due && mayConcern(head) ? due : null;
    },
  };
  restores = overlayAll(view, shelter(traffic, work.onStopped), strangers);
  send({ type: 'hello', late: false });
}

/** What the hook does with traffic. */
interface Work {
  /** Applies new settings. */
  set(next: HookSettings): void;
  readonly traffic: Omit<Traffic, 'off' | 'on' | 'settingsKnown'>;
  /** See `shelter`. */
  readonly onStopped: Parameters<typeof shelter>[1];
}

function createWork(send: Send, isOn: () => boolean, settings: () => HookSettings | null): Work {
  /** Rebuilt when settings change, so that each body needs one lookup. */
  let repairs: ReadonlySet<string> = DEFAULT_REPAIRS;
  const cleaning = createCleaning();
  const evidence = createEvidenceMemory(send);
  const inspector = createInspector(send);
  const replies = createReplies(send, cleaning.cleans);
  const directRequests = createDirectRequests();
  const stopOf = createStops(send);

  function onRemoved(markers = 0): void {
    if (markers > 0) send({ type: 'removed', reply: null, markers });
  }

  const sockets = createSockets({
    isOn,
    replies,
    cleaning,
    evidence,
    watch: inspector.watchSocket,
    stopOf,
    onDirectRequest(message, request) {
      replies.asked(message.messageId);
      directRequests.expect(message, request);
    },
    onSeen: sendOnce(send),
  });
  const { cleanRequest, cleanFrame } = createRequests({
    isOn,
    cleansHistory: () => settings()?.history !== false,
    cleaning,
    evidence,
    inspector,
    replies,
    directRequests,
    onAsked: sockets.warmUp,
    onRemoved,
  });
  const { openBody, openEvents } = createResponses({
    isOn,
    repairs: () => repairs,
    cleansStored: () => settings()?.storedChats !== false,
    cleaning,
    evidence,
    inspector,
    replies,
    countFindings: createFindings(send),
    onRemoved,
    stopOf,
  });

  return {
    set(next) {
      repairs = setOf(next.repairs);
      cleaning.set(next);
      evidence.set(next);
      inspector.set(next.enabled && next.inspect);
      if (next.enabled) sockets.resume();
    },
    traffic: { cleanRequest, cleanFrame, openBody, socketOf: sockets.socketOf, openEvents },
    onStopped: (way, address, type) => stopOf(inspector.open(way, address, type).stopped)(),
  };
}

/**
 * @returns a function that takes what marks a stream in the inspector, and returns what reports, once, that its cleaning
 * has stopped
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

/** @returns what reports each way in which replies of Open WebUI arrive, once */
function sendOnce(send: Send): (mode: SeenMode) => void {
  const seen = new Set<SeenMode>();
  return (mode) => {
    if (seen.has(mode)) return;
    seen.add(mode);
    send({ type: 'seen', mode });
  };
}

/** @returns what removes each overlay */
function overlayAll(
  view: Window & typeof globalThis,
  traffic: Traffic,
  strangers: Strangers | null,
): readonly (Restore | null)[] {
  return [
    overlayFetch(view, traffic, strangers),
    ...overlayResponse(strangers),
    ...overlayXhr(traffic),
    overlayMessageData(traffic),
    overlaySend(traffic),
    overlaySocketClose(),
    overlayClose(),
    overlayBeacon(view.Navigator.prototype, traffic),
  ];
}

/** Builds a Set without array iterators, which a page may replace. */
function setOf(ids: readonly string[]): ReadonlySet<string> {
  const set = new NativeSet<string>();
  for (let i = 0; i < ids.length; i++) setAdd(set, ids[i] ?? '');
  return set;
}
