import type { BodyTransform, ResponseHead, Traffic } from './body-transform.ts';
import { overlayBeacon } from './beacon.ts';
import { createCleaning, type Cleaning } from './cleaning.ts';
import { overlayClose } from './event-source.ts';
import { overlayFetch } from './fetch.ts';
import { createFindings, type FindingsListener } from './findings.ts';
import { createFirstWord } from './first-word.ts';
import { createInspector, type StreamTap } from './inspect.ts';
import { NativeSet, setAdd } from './natives.ts';
import type { Restore } from './overlay.ts';
import { overlayResponse } from './response.ts';
import { overlayMessageData } from './message-data.ts';
import { createReplies, type ReplySource } from './replies.ts';
import { createSockets } from './sockets.ts';
import { overlaySend } from './websocket.ts';
import { overlayXhr } from './xhr.ts';
import { openHookBridge } from '../bridge/main-side.ts';
import type { HookSettings, SeenMode } from '../bridge/protocol.ts';
import { NO_BYTES } from '../normalizer/bytes.ts';
import { createBodyNormalizer, type BodyEnd, type BodyOptions } from '../normalizer/body-normalizer.ts';
import { createEventNormalizer } from '../normalizer/event-normalizer.ts';
import { readAskedMessages } from '../normalizer/open-webui/asked-messages.ts';
import { createDirectRequests } from '../normalizer/open-webui/direct-requests.ts';
import { cleanFrame, cleanRequest } from '../normalizer/request-cleaner.ts';
import { DEFAULT_REPAIRS } from '../normalizer/repairs/all-repairs.ts';
import { createStreamMemory } from '../normalizer/resumed-streams.ts';

/**
 * Installs the hook in the page's world. Overlays are laid at once and stay dormant until the bridge says that this very
 * origin is on: Firefox injects by host, whatever the port. Where it says off at the start, they are taken off again.
 */
export function installHook(view: Window & typeof globalThis): void {
  /** `unknown` until the bridge has spoken: requests go untouched, answers are decided when they come. */
  let state: 'unknown' | 'on' | 'off' = 'unknown';
  const restores: (Restore | null)[] = [];

  let settings: HookSettings | null = null;
  /** Made anew with each settings, so that a body only looks an id up. */
  let repairs: ReadonlySet<string> = DEFAULT_REPAIRS;
  const firstWord = createFirstWord();

  const bridge = openHookBridge(view, (next) => {
    const first = state === 'unknown';
    settings = next;
    repairs = setOf(next.repairs);
    state = next.enabled ? 'on' : 'off';
    cleaning.set(next);
    inspector.set(next.enabled && next.inspect);
    firstWord.heard();
    if (first && !next.enabled) for (let i = 0; i < restores.length; i++) restores[i]?.();
  });

  const cleaning = createCleaning(bridge.send);
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

  const socketOf = createSockets({
    replies,
    cleaning,
    watch: inspector.watchSocket,
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

  const traffic: Traffic = {
    off: () => state === 'off',
    on: () => state === 'on',
    cleanRequest(body) {
      if (state !== 'on') return null;
      const asked = readAskedMessages(body);
      for (let i = 0; i < asked.length; i++) replies.asked(asked[i] ?? '');
      const cleaned = cleanRequest(body, cleaning);
      const cleans = settings?.history !== false;
      if (cleans) removed(cleaned?.markers);
      const sent = cleaned && cleans ? cleaned.body : body;
      onBytes(body.length - sent.length);
      if (cleaned) inspector.request(body, sent);
      return cleaned && { body: sent, asksReply: cleaned.asksReply, message: directRequests.match(body) };
    },
    cleanFrame(frame) {
      const cleaned = settings?.history === false ? null : cleanFrame(frame, cleaning);
      removed(cleaned?.markers);
      if (cleaned) onBytes(frame.length - cleaned.body.length);
      if (cleaned) inspector.request(frame, cleaned.body);
      return cleaned?.body ?? frame;
    },
    firstWord(head) {
      const due = firstWord.due();
      return due && mayConcern(head) ? due : null;
    },
    openBody(head) {
      if (state !== 'on') return null;
      const tap = inspector.open('response', head.url, head.contentType);
      const findings = listenToBody();
      const source = {
        ...replies.open(head.request?.message ?? null, tap.note),
        ...findings,
        onServer(kind: string) {
          findings.onServer(kind);
          tap.server(kind);
        },
        ...cleaning,
        cleansStored: () => settings?.storedChats !== false,
        onStoredMarkers: removed,
        streams,
        repairs,
        tap,
      };
      return openBody(head, source, () => state === 'on');
    },
    socketOf,
    openEvents: () => inspector.watchEvents((note) => createEventNormalizer(() => ({ ...replies.open(null, note), ...cleaning }))),
  };

  restores.push(
    overlayFetch(view, traffic),
    ...overlayResponse(),
    ...overlayXhr(traffic),
    overlayMessageData(traffic),
    overlaySend(traffic),
    overlayClose(),
    overlayBeacon(view.Navigator.prototype, traffic),
  );
  const late = view.document.readyState !== 'loading' || view.document.scripts.length > 0;
  bridge.send({ type: 'hello', late });
}

/** Could this body turn out to be a reply, or to hold stored chats? Of what it answers nothing is known yet. */
function mayConcern({ contentType, url, conversation }: ResponseHead): boolean {
  return createBodyNormalizer({ contentType, url, conversation, isReply: false }) !== null;
}

/** What a body may turn out to tell of: a reply, or stored chats. */
type BodySource = ReplySource &
  Cleaning &
  FindingsListener &
  Pick<BodyOptions, 'cleansStored' | 'onStoredMarkers' | 'streams' | 'repairs'> & { readonly tap: StreamTap };

/** Normalizes one body and tells the bridge about it; when the site is switched off, the rest passes. */
function openBody(head: ResponseHead, source: BodySource, isOn: () => boolean): BodyTransform | null {
  let over = false;
  const { contentType, url, sessionId, conversation, request } = head;
  const normalizer = createBodyNormalizer({ ...source, contentType, url, sessionId, conversation, isReply: request?.asksReply ?? false });
  if (!normalizer) return null;
  const { push, end, idle, waits } = normalizer;

  /** Bytes that came, less those that went on. */
  let gone = 0;

  function count(parts: readonly Uint8Array[]): readonly Uint8Array[] {
    for (let i = 0; i < parts.length; i++) gone -= parts[i]?.length ?? 0;
    return parts;
  }

  /** @returns what was held; from then on everything passes */
  function finish(how?: BodyEnd): Uint8Array {
    if (over) return NO_BYTES;
    over = true;
    const rest = end(how);
    count([rest]);
    source.onBytes(gone);
    source.tap.end();
    return rest;
  }

  return {
    push(chunk) {
      if (over) return [chunk];
      if (!isOn()) return [finish('released'), chunk];
      gone += chunk.length;
      return count(push(chunk));
    },
    end: finish,
    idle: () => (over ? NO_BYTES : (count([idle()])[0] ?? NO_BYTES)),
    waits: () => !over && waits(),
  };
}

/** Without the iterators of lists, which a page may replace. */
function setOf(ids: readonly string[]): ReadonlySet<string> {
  const set = new NativeSet<string>();
  for (let i = 0; i < ids.length; i++) setAdd(set, ids[i] ?? '');
  return set;
}
