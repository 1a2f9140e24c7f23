import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { COMPANION_ID, COMPANION_SOURCE } from '../../../companion/source.ts';
import { formats } from '../../../languages/formats.ts';
import { adminMessage, sourceHeading } from './admin-message.ts';
import type { CompanionStep } from './open-webui-view.ts';
import { copyText, Page } from '../step-page.tsx';
import { companionTexts } from '../texts.ts';
import { Button } from '../../parts/button.tsx';
import { pageTexts } from '../../parts/texts.ts';

interface CompanionPageProps {
  readonly step: CompanionStep;
  /** Host and port of the server that the step would change. */
  readonly host: string;
  readonly busy: boolean;
  /** Why it failed, as the server or we say it. */
  readonly failure: string | null;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/**
 * One step with the companion, in place of the rest of the popup: what it does, the whole source,
 * one button.
 */
export function CompanionPage({
  step,
  host,
  busy,
  failure,
  onConfirm,
  onBack,
}: CompanionPageProps): JSX.Element {
  return (
    <Page title={companionTexts.titles[step]} onBack={onBack}>
      <Sentences of={step === 'remove' ? companionTexts.removal : companionTexts.statement} />
      {step !== 'remove' && <Source />}
      <div class="decision">
        <Progress busy={busy} failure={failure} />
        <div class="steps">
          {/* Not `disabled`: that would take the focus away. */}
          <Button
            step="confirm"
            kind="primary"
            text={companionTexts.confirm[step](host)}
            aria-disabled={busy}
            onClick={onConfirm}
          />
          <Button text={pageTexts.cancel} aria-disabled={busy} onClick={onBack} />
        </div>
      </div>
    </Page>
  );
}

interface AdminPageProps {
  readonly step: Exclude<CompanionStep, 'remove'>;
  /** Host and port of the server. */
  readonly host: string;
  readonly onBack: () => void;
}

/**
 * The same step for somebody who is no admin: a message to one, copied by the press that led here
 * if the browser lets it.
 */
export function AdminPage({ step, host, onBack }: AdminPageProps): JSX.Element {
  const message = adminMessage(step, host);
  const [copied, setCopied] = useState<boolean | null>(null);

  // Firefox copies only for a press on this very page. Then the button is there.
  useLayoutEffect(() => void copyText(message).then((done) => setCopied(done || null)), []);
  return (
    <Page title={companionTexts.forAdmin} onBack={onBack}>
      <p role="status">
        {copied !== null && (copied ? companionTexts.messageCopied : companionTexts.notCopied)}
      </p>
      <pre class="message-text" tabIndex={0} role="region" aria-label={companionTexts.forAdmin}>
        {message}
      </pre>
      <div class="decision">
        <div class="steps">
          <Button
            step="copy"
            text={companionTexts.copyMessage}
            onClick={() => void copyText(message).then(setCopied)}
          />
          {step !== 'switch-on' && (
            // The file is in the link itself, so no permission is needed.
            <a
              class="button"
              data-step="download"
              download={`${COMPANION_ID}.py`}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(COMPANION_SOURCE)}`}
            >
              {companionTexts.download}
            </a>
          )}
        </div>
      </div>
    </Page>
  );
}

function Sentences({ of }: { readonly of: readonly string[] }): JSX.Element {
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Source(): JSX.Element {
  return (
    <>
      <p class="small">{sourceHeading()}</p>
      {/* Reachable with Tab: it is longer than its box and must scroll without a mouse. */}
      <pre dir="ltr" tabIndex={0} role="region" aria-label={companionTexts.source}>
        {COMPANION_SOURCE}
      </pre>
    </>
  );
}

function Progress({
  busy,
  failure,
}: {
  readonly busy: boolean;
  readonly failure: string | null;
}): JSX.Element {
  return (
    <div role="status">
      {busy && <p class="small">{companionTexts.keepOpen}</p>}
      {failure !== null && (
        <p class="notice failed">{formats.sentences(companionTexts.failed, failure)}</p>
      )}
    </div>
  );
}
