import type { Evidence } from '../text/evidence.ts';
import type { Report } from './reply-event.ts';

/** What one reply shows of the server that sends it, as far as markers depend on that. */
export interface ServerTraits {
  /** The first message was read in this dialect. */
  speaks(dialect: string): void;
  /** A message was read. @param isHermes it proves that the server is Hermes */
  read(isHermes: boolean): void;
  isHermes(): boolean;
  /** It reported a tool by an event. */
  sentEvent(): void;
  /** Returns whether it reports tools by events, so that it writes no markers. */
  sendsEvents(): boolean;
  /** A marker came from it. */
  wroteMarker(): void;
  /** Returns whether it writes markers, even if it sends events, too (NousResearch/hermes-agent#8373). */
  injects(): boolean;
  /** Something proves that markers are here. */
  prove(evidence: Evidence): void;
  expectsMarkers(): boolean;
}

/**
 * @param sessionId value of the response header `X-Hermes-Session-Id`, if it can be read
 * @param expectsElsewhere returns whether there is evidence from elsewhere that markers are here
 */
export function createServerTraits(
  sessionId: string | null,
  expectsElsewhere: () => boolean,
  report: Report,
): ServerTraits {
  let hermes = Boolean(sessionId);
  // Hermes 0.8, which wrote markers, sent random UUIDs as session ids.
  let sendsEvents = /^api-[0-9a-f]{16}$/.test(sessionId ?? '');
  /** A marker came from the server before any event. */
  let injects = false;
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

  return {
    speaks(dialect) {
      if (!hermes) tell(dialect);
    },
    read(isHermes) {
      hermes ||= isHermes;
      if (!hermes) return;
      tell('hermes');
      prove('server');
    },
    isHermes: () => hermes,
    sentEvent() {
      sendsEvents = true;
    },
    sendsEvents: () => sendsEvents,
    wroteMarker() {
      if (!sendsEvents) injects = true;
    },
    injects: () => injects,
    prove,
    expectsMarkers: () => evidence.size > 0 || expectsElsewhere(),
  };
}
