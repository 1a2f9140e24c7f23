import type { ProgressFact } from '../progress/progress.ts';
import type { ToolTracker } from '../progress/tool-tracker.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { isAnothersModel, type Evidence } from '../text/evidence.ts';
import type { InjectedChunk } from '../text/marker-filter.ts';
import type { FoundMarker, Marker } from '../text/marker-grammar.ts';
import type { Report } from './reply-event.ts';

/** What one reply shows of the server that sends it, as far as markers depend on that. */
export type ServerTraits = ReturnType<typeof createServerTraits>;

interface TraitsOptions {
  /** Value of the response header `X-Hermes-Session-Id`, if it can be read. */
  readonly sessionId?: string | null;
  /** As `echoes` in `MarkerRunOptions`. */
  echoesMarkers?(): boolean;
}

/**
 * @param expectsElsewhere returns whether there is evidence from elsewhere that markers are here
 */
export function createServerTraits(
  { sessionId, echoesMarkers }: TraitsOptions,
  expectsElsewhere: () => boolean,
  report: Report,
) {
  const hasSession = Boolean(sessionId);
  let hermes = hasSession;
  // Hermes 0.8, which wrote markers, sent random UUIDs as session ids.
  let sendsEvents = /^api-[0-9a-f]{16}$/.test(sessionId ?? '');
  /** A marker came from the server before any event. */
  let injects = false;
  /** The name of the model, and whether it is another's. */
  let model = '';
  let isAnothers = false;
  /** The last kind of server that was reported. */
  let reported = '';
  const evidence = new Set<Evidence>();
  if (hermes) prove('server');

  function tell(server: string): void {
    if (server === reported) return;
    reported = server;
    report({ type: 'server', server });
  }

  function prove(found: Evidence): void {
    if (evidence.has(found)) return;
    evidence.add(found);
    report({ type: 'evidence', evidence: found });
  }

  const expectsMarkers = (): boolean => evidence.size > 0 || expectsElsewhere();

  return {
    /** The first message was read in this dialect. */
    speaks(dialect: string): void {
      if (!hermes) tell(dialect);
    },
    /** A message was read. @param isHermes it proves that the server is Hermes */
    read(isHermes: boolean): void {
      hermes ||= isHermes;
      if (!hermes) return;
      tell('hermes');
      prove('server');
    },
    /** A message names the model. */
    names(name: string): void {
      if (name === model || name === '') return;
      model = name;
      isAnothers = isAnothersModel(name);
    },
    /**
     * Returns whether a text proves nothing by itself: the model is known as another's, and nothing
     * speaks for Hermes, nor begins an earlier reply of the chat so.
     */
    isAnybodys: (): boolean =>
      isAnothers && !sendsEvents && !expectsMarkers() && !(echoesMarkers?.() ?? false),
    isHermes: (): boolean => hermes,
    /** It named a session, as only Hermes does. */
    hasSession,
    /** It reported a tool by an event. */
    sentEvent(): void {
      sendsEvents = true;
    },
    /** Returns whether it reports tools by events, so that it writes no markers. */
    sendsEvents: (): boolean => sendsEvents,
    /** A marker came from it. */
    wroteMarker(): void {
      if (!sendsEvents) injects = true;
    },
    /**
     * Returns whether it writes markers, even if it sends events, too
     * (NousResearch/hermes-agent#8373).
     */
    injects: (): boolean => injects,
    /** Something proves that markers are here. */
    prove,
    expectsMarkers,
  };
}

/**
 * Decides whether the server or the model wrote what is found in the texts of one reply, and
 * reports it.
 */
export type FoundMarkers = ReturnType<typeof createFoundMarkers>;

export function createFoundMarkers(
  server: ServerTraits,
  tools: ToolTracker<FoundMarker>,
  report: Report,
) {
  /**
   * Keeps a marker that the model wrote. Whether a tool ran all the same shows at the end of the
   * reply.
   */
  function keepWritten(marker: FoundMarker): void {
    report({ type: 'marker' });
    tools.wrote(marker);
  }

  function reportCall(
    marker: FoundMarker,
    phase: ProgressFact['phase'],
    provenance: ProgressFact['provenance'],
  ): void {
    report({ type: 'marker' });
    tools.marker(marker, phase, provenance);
  }

  return {
    /** Returns whether the server injected a delta that is exactly a marker in shape. */
    isInjected({ emoji, label, listed, prose, doubtful }: InjectedChunk): boolean {
      if (tools.announced(emoji, label)) return true;
      if (!server.injects() && server.sendsEvents()) return false;
      if (server.isAnybodys()) return false;
      // In a code block it may be code, unless the server is known to inject.
      return server.isHermes() || (listed && !prose && !doubtful);
    },
    /** A marker in a text that grows. */
    inDelta(marker: FoundMarker, isProof: boolean): void {
      const isWritten = marker.split || (server.sendsEvents() && !server.injects());
      if (isProof && (marker.whole || !isWritten)) report({ type: 'proven', emoji: marker.emoji });
      if (marker.whole) {
        const fromServer = server.isHermes() || tools.announced(marker.emoji, marker.label);
        if (fromServer) server.wroteMarker();
        reportCall(marker, 'start', fromServer ? 'server' : 'unknown');
      } else if (isWritten) keepWritten(marker);
      else reportCall(marker, 'undecided', 'unknown');
    },
    /** A marker in a whole response. */
    inWhole(marker: FoundMarker): void {
      // Hermes never wrote markers into whole responses, so there the model did.
      if (server.isHermes() || server.sendsEvents()) keepWritten(marker);
      else reportCall(marker, 'undecided', 'unknown');
    },
    /** A line that reads like a marker stays. */
    kept: tools.kept,
    /** A rule found something in a text that grows. */
    hitInDelta(hit: RuleHit): void {
      report({ type: 'rule', rule: hit.rule });
      if (hit.tells === 'end') tools.finishMarker(hit);
      else if (hit.tells === 'start') tools.hit(hit);
    },
    /** A rule found something in a whole response, in which every call is over. */
    hitInWhole(hit: RuleHit): void {
      report({ type: 'rule', rule: hit.rule });
      if (hit.tells === 'start') tools.hit(hit, 'written');
    },
  };
}

/**
 * Finds markers that one text of a message repeats of another. Where nobody knows what the texts of
 * a message mean, several may be the same one; where that is known, each marker is one.
 */
export function createMirroredMarkers() {
  /**
   * How often the present message has brought each marker, by its words; null if each text is one.
   */
  let inMessage: Map<string, number> | null = null;
  /** How often the present text has. */
  let inText = new Map<string, number>();

  return {
    /** Another text of the message begins. @param isUnknown nobody knows what it means */
    beginText(isUnknown: boolean): void {
      if (isUnknown) inMessage ??= new Map();
      inText = new Map();
    },
    endMessage(): void {
      inMessage = null;
    },
    /**
     * Returns whether another text of the same message has brought this marker of the present one.
     */
    has({ emoji, label }: Marker): boolean {
      if (!inMessage) return false;
      const words = `${emoji} ${label}`;
      const count = (inText.get(words) ?? 0) + 1;
      inText.set(words, count);
      if (count <= (inMessage.get(words) ?? 0)) return true;
      inMessage.set(words, count);
      return false;
    },
  };
}
