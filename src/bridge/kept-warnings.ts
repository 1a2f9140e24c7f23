/** The warnings of a site, as its page shows and reports them. Only the background writes them. */
import { browser } from 'wxt/browser';
import type { FakedMessage } from '../badges/kept-notes.ts';
import { isMessageId, readWarnings, watchWarnings, type WarningReport } from '../stats/warnings.ts';

/** Most messages in which one page may report faked calls: the page may make them up. */
const MAX_REPORTED = 50;

/**
 * Watches and reports the warnings of a site. In private windows nothing is read or reported, as
 * nothing of them may be kept.
 * @param options.onChange called with all warnings of the site, now and after each change
 * @param options.onLost called if the extension was reloaded or removed while this page is open
 * @param options.signal stops watching
 */
export function createKeptWarnings(
  origin: string,
  options: {
    readonly onChange: (warnings: readonly FakedMessage[]) => void;
    readonly onLost: () => unknown;
    readonly signal: AbortSignal;
  },
) {
  const { onChange, onLost, signal } = options;
  const reported = new Set<string>();
  if (browser.extension.inIncognitoContext) return { report() {} };

  function refresh(): void {
    readWarnings(origin).then(
      (warnings) => {
        if (!signal.aborted) onChange(warnings);
      },
      () => {}, // the next change reads them again; an unhandled error would reach the page
    );
  }

  watchWarnings(origin, refresh, signal);
  refresh();

  return {
    /**
     * Reports that a call was faked in a message, or that its note was dismissed or restored.
     * @param dismissed null: neither
     */
    report(message: string, dismissed: boolean | null): void {
      if (signal.aborted || !isMessageId(message)) return;
      if (!reported.has(message) && reported.size >= MAX_REPORTED) return;
      reported.add(message);
      const report: WarningReport = { type: 'faked-call', message, dismissed };
      try {
        browser.runtime.sendMessage(report).catch(() => {}); // there may be no background to answer
      } catch {
        onLost(); // the call itself throws here
      }
    },
  };
}
