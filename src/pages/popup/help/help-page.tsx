import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hrefOf } from '../../../extension/routes.ts';
import { LINKS } from '../../parts/links.ts';
import { inspectorTexts } from '../../../inspector/texts.ts';
import { Button } from '../../parts/button.tsx';
import { pageTexts } from '../../parts/texts.ts';
import { PageLink } from '../page-link.tsx';
import { copyText, Page } from '../step-page.tsx';
import { helpTexts, popupTexts } from '../texts.ts';
import { reportFailure } from '../../../extension/promises.ts';
import type { ReportFacts } from './diagnosis.ts';

interface HelpPageProps {
  /** Why nothing is to be seen. */
  readonly cause: string;
  readonly facts: ReportFacts;
  readonly onBack: () => void;
  /** What can be done about it. */
  readonly children: ComponentChildren;
}

/** Behind the help itself, which need not wait for the doctor's words. */
const loadReport = () => import('./diagnosis.ts');

/** The help that a person needs at the site itself: how it stands, as found right now. */
export function HelpPage({ cause, facts, onBack, children }: HelpPageProps): JSX.Element {
  const [copied, setCopied] = useState<boolean | null>(null);
  const [write, setWrite] = useState<((facts: ReportFacts) => string) | null>(null);
  const report = write?.(facts);

  useEffect(() => {
    loadReport().then(
      ({ reportOf }) => setWrite(() => reportOf),
      reportFailure('load the words of its report'),
    );
  }, []);

  async function copy(): Promise<void> {
    const { reportOf } = await loadReport();
    setCopied(await copyText(reportOf(facts)));
  }

  return (
    <Page title={pageTexts.sections.help} onBack={onBack}>
      <p class="cause" role="status">
        {cause}
      </p>
      {children}
      <div class="steps">
        <Button
          step="copy-report"
          text={helpTexts.copy}
          onClick={() => void copy().catch(() => setCopied(false))}
        />
        <PageLink
          class="button"
          href={hrefOf({ section: 'help', site: null })}
          name={popupTexts.how}
        />
      </div>
      <p class="small" role="status">
        {copied !== null && (copied ? helpTexts.copied : inspectorTexts.notCopied)}
        {copied === true && LINKS && (
          <>
            {' '}
            <a class="link" href={LINKS.issues} target="_blank" rel="noreferrer">
              {helpTexts.paste}
            </a>
          </>
        )}
      </p>
      <details>
        <summary>{helpTexts.report}</summary>
        <pre dir="ltr" tabIndex={0} role="region" aria-label={helpTexts.report}>
          {report}
        </pre>
      </details>
    </Page>
  );
}
