import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import { reportOf } from '../../stats/report.ts';
import { version } from '../../extension/routes.ts';
import { reportText } from './report-text.ts';
import { statisticsTexts as texts } from './texts.ts';
import type { Statistics } from './read-statistics.ts';

/** A text with the statistics shown, exactly as it would be copied. */
export function ReportCard({ read }: { readonly read: Statistics }): JSX.Element {
  const [wishes, setWishes] = useState({ addresses: false, events: false });
  /** The text that was copied, and whether it worked; says nothing about any other text. */
  const [tried, setTried] = useState<{ readonly text: string; readonly copied: boolean } | null>(null);
  const preview = useRef<HTMLPreElement>(null);
  const id = useId();
  const { days, totals } = read;
  const sites = wishes.addresses ? read.sites : null;
  const text = reportText(
    reportOf({ version: version(), browser: navigator.userAgent, days, totals, sites, eventNames: wishes.events }),
  );
  const hasEvents = totals.findings.some(({ unknown }) => Object.keys(unknown).length > 0);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setTried({ text, copied: true });
    } catch {
      // The browser may refuse, for instance by an administrator's policy; the selected text can always be copied by
      // hand.
      if (preview.current) getSelection()?.selectAllChildren(preview.current);
      setTried({ text, copied: false });
    }
  }

  return (
    <Card title={texts.report} about={texts.reportAbout}>
      <div class="report">
        <Wish
          name={texts.withAddresses}
          on={wishes.addresses}
          id="addresses"
          onTurn={(addresses) => setWishes({ ...wishes, addresses })}
        />
        {hasEvents && (
          <Wish
            name={texts.withEvents}
            on={wishes.events}
            id="events"
            onTurn={(events) => setWishes({ ...wishes, events })}
          />
        )}
        <h3 id={id}>{texts.preview}</h3>
        <pre ref={preview} tabIndex={0} role="region" aria-labelledby={id}>
          {text}
        </pre>
        <div class="steps">
          <button type="button" class="button" data-step="copy" onClick={() => void copy()}>
            {texts.copy}
          </button>
        </div>
        <p role="status" class="small">
          {tried?.text === text && (tried.copied ? texts.copied : texts.notCopied)}
        </p>
      </div>
    </Card>
  );
}

interface WishProps {
  readonly id: string;
  readonly name: string;
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
}

function Wish({ id, name, on, onTurn }: WishProps): JSX.Element {
  return (
    <label>
      <input
        type="checkbox"
        data-wish={id}
        checked={on}
        onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
      />
      <span>{name}</span>
    </label>
  );
}
