import type { ProgressFact } from '../progress/progress.ts';
import type { ToolTracker } from '../progress/tool-tracker.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import type { InjectedChunk } from '../text/marker-filter.ts';
import type { FoundMarker } from '../text/marker-grammar.ts';
import type { Report } from './reply-event.ts';
import type { ServerTraits } from './server-traits.ts';

/** Decides whether the server or the model wrote what is found in the texts of one reply, and reports it. */
export interface FoundMarkers {
  /** Returns whether the server injected a delta that is exactly a marker in shape. */
  isInjected(chunk: InjectedChunk): boolean;
  /** A marker in a text that grows. */
  inDelta(marker: FoundMarker): void;
  /** A marker in a whole response. */
  inWhole(marker: FoundMarker): void;
  /** A rule found something in a text that grows. */
  hitInDelta(hit: RuleHit): void;
  /** A rule found something in a whole response, in which every call is over. */
  hitInWhole(hit: RuleHit): void;
}

export function createFoundMarkers(
  server: ServerTraits,
  tools: ToolTracker<FoundMarker>,
  report: Report,
): FoundMarkers {
  /** Keeps a marker that the model wrote. Whether a tool ran all the same shows at the end of the reply. */
  function keepWritten(marker: FoundMarker): void {
    report({ type: 'marker' });
    tools.wrote(marker);
  }

  function reportCall(marker: FoundMarker, phase: ProgressFact['phase'], provenance: ProgressFact['provenance']): void {
    report({ type: 'marker' });
    tools.marker(marker, phase, provenance);
  }

  return {
    isInjected({ emoji, label, listed, prose, fenced }) {
      if (tools.announced(emoji, label)) return true;
      if (!server.injects() && server.sendsEvents()) return false;
      // In a code block it may be code, unless the server is known to inject.
      return server.isHermes() || (listed && !prose && !fenced);
    },
    inDelta(marker) {
      if (marker.whole) {
        const fromServer = server.isHermes() || tools.announced(marker.emoji, marker.label);
        if (fromServer) server.wroteMarker();
        reportCall(marker, 'start', fromServer ? 'server' : 'unknown');
      } else if (marker.split || (server.sendsEvents() && !server.injects())) keepWritten(marker);
      else reportCall(marker, 'written', 'unknown');
    },
    inWhole(marker) {
      // Hermes never wrote markers into whole responses, so there the model did.
      if (server.isHermes() || server.sendsEvents()) keepWritten(marker);
      else reportCall(marker, 'written', 'unknown');
    },
    hitInDelta(hit) {
      report({ type: 'rule', rule: hit.rule });
      if (hit.tells === 'end') tools.finishMarker(hit);
      else if (hit.tells === 'start') tools.hit(hit);
    },
    hitInWhole(hit) {
      report({ type: 'rule', rule: hit.rule });
      if (hit.tells === 'start') tools.hit(hit, 'written');
    },
  };
}
