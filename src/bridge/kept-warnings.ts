/** The warnings of a site as its page shows and reports them: through the background, which alone writes them. */
import { browser } from 'wxt/browser';
import type { FakedMessage } from '../badges/kept-notes.ts';
import { readWarningsOf, watchWarnings } from '../stats/warnings/read-warnings.ts';
import { isMessageId, type WarningReport } from '../stats/warnings/warnings.ts';

export interface KeptWarnings {
  /** A call was faked in a message, or the note about it was dismissed or brought back. @param dismissed null: neither */
  report(message: string, dismissed: boolean | null): void;
}

/** Messages of which one page reports that they fake a call: the page may make them up. */
const MAX_REPORTED = 50;

/**
 * In private windows nothing is read and nothing reported: nothing of them is to be kept.
 * @param options.onChange called with all warnings of the site, now and after each change
 * @param options.onLost called where the extension was reloaded or removed under this page
 * @param options.signal ends the watching
 */
export function createKeptWarnings(
  origin: string,
  options: {
    readonly onChange: (warnings: readonly FakedMessage[]) => void;
    readonly onLost: () => unknown;
    readonly signal: AbortSignal;
  },
): KeptWarnings {
  const { onChange, onLost, signal } = options;
  const reported = new Set<string>();
  if (browser.extension.inIncognitoContext) return { report() {} };

  function refresh(): void {
    readWarningsOf(origin).then(
      (warnings) => {
        if (!signal.aborted) onChange(warnings);
      },
      () => {}, // the next change reads them again; an error would be heard in the page
    );
  }

  watchWarnings(origin, refresh, signal);
  refresh();

  return {
    report(message, dismissed) {
      if (signal.aborted || !isMessageId(message)) return;
      if (!reported.has(message) && reported.size >= MAX_REPORTED) return;
      reported.add(message);
      const report: WarningReport = { type: 'faked-call', message, dismissed };
      try {
        browser.runtime.sendMessage(report).catch(() => {}); // nobody answers
      } catch {
        onLost(); // where the call itself throws
      }
    },
  };
}
