import type { JSX } from 'preact';
import { formats } from '../../../languages/formats.ts';
import { storedTexts } from '../texts.ts';
import type { OpenChat } from './use-chat.ts';

/** What ran in the open chat, once the person asks. */
export function WhatRanList({ chat: { ran, showRan } }: { readonly chat: OpenChat }): JSX.Element {
  return (
    <section class="stored">
      <button
        type="button"
        class="way"
        data-step="what-ran"
        aria-disabled={ran === null}
        onClick={showRan}
      >
        {storedTexts.whatRan}
      </button>
      <p class="small" role="status">
        {ran === null ? storedTexts.reading : ran && 'why' in ran && ran.why}
      </p>
      {ran && 'lines' in ran && (
        <ol class="ran" tabIndex={0} aria-label={storedTexts.whatRan}>
          {ran.lines.map(({ text, error, subAgents, when }, index) => (
            <li key={index}>
              <span dir="auto">{text}</span>
              {when !== null && <time>{formats.time(when)}</time>}
              {error && <small dir="auto">{error}</small>}
              {subAgents.length > 0 && (
                <ul class="nested">
                  {subAgents.map((line, at) => (
                    <li key={at}>{line}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
