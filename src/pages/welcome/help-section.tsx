import type { JSX } from 'preact';
import { LINKS } from '../parts/links.ts';
import { Card } from '../parts/controls.tsx';
import { type SectionProps, version } from '../../extension/routes.ts';
import { popupTexts } from '../popup/texts.ts';
import { LegendMark, type MarkName } from './legend-mark.tsx';
import LICENCE from '../../../LICENSE?raw';
import { welcomeTexts as texts } from './texts.ts';
import './help.css';

/** Third-party software in the extension, each with its licence. */
const PARTS: readonly (readonly [name: string, licence: string])[] = [
  ['Preact', 'MIT'],
  ['eventsource-parser', 'MIT'],
  ['webextension-polyfill', 'MPL 2.0'],
];

const MARKS: readonly MarkName[] = [
  'running',
  'waiting',
  'ran',
  'started',
  'unknown',
  'failed',
  'refused',
  'imitated',
];

/** The help, in the order in which questions arise. */
export function HelpSection(_props: SectionProps): JSX.Element {
  return (
    <div class="help">
      <Card title={popupTexts.how}>
        <Paragraphs of={texts.how} />
      </Card>
      <Card title={texts.badgesTitle}>
        <Legend />
      </Card>
      <Card title={texts.imitatedTitle}>
        <Paragraphs of={texts.imitated} />
      </Card>
      <Card title={texts.storedTitle}>
        <p>{texts.stored}</p>
      </Card>
      <Card title={texts.companionTitle}>
        <p>{texts.companion}</p>
      </Card>
      <Card title={texts.privacyTitle}>
        <Paragraphs of={texts.privacy} />
      </Card>
      <Card title={texts.troubleTitle} about={texts.trouble}>
        <div>
          {texts.questions.map((question, i) => (
            <details key={question} class="fold">
              <summary>{question}</summary>
              <p>{texts.answers[i]}</p>
            </details>
          ))}
        </div>
      </Card>
      <About />
    </div>
  );
}

function Paragraphs({ of }: { readonly of: readonly string[] }): JSX.Element {
  return (
    <>
      {of.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
}

function Legend(): JSX.Element {
  return (
    <dl class="legend">
      {MARKS.map((mark) => (
        <div key={mark} data-mark={mark}>
          <dt>
            <LegendMark name={mark} />
            {texts.legendWords[mark]}
          </dt>
          <dd>{texts.legend[mark]}</dd>
        </div>
      ))}
    </dl>
  );
}

function About(): JSX.Element {
  return (
    <Card title={texts.aboutTitle}>
      <p>{texts.version(version())}</p>
      <p>{texts.licence}</p>
      {LINKS && (
        <p>
          <a class="link" href={LINKS.home} target="_blank" rel="noreferrer">
            {texts.source}
          </a>
        </p>
      )}
      <details class="fold">
        <summary>{texts.licenceText}</summary>
        {/* Reachable with Tab: it is longer than its box and must scroll without a mouse. */}
        <pre lang="en" dir="ltr" tabIndex={0} role="region" aria-label={texts.licenceText}>
          {LICENCE}
        </pre>
        <p>{texts.partsOf}</p>
        <ul>
          {PARTS.map(([name, licence]) => (
            <li key={name}>
              {name} ({licence})
            </li>
          ))}
        </ul>
      </details>
      <p>
        <a class="link" href="/welcome.html">
          {texts.welcomeAgain}
        </a>
      </p>
    </Card>
  );
}
