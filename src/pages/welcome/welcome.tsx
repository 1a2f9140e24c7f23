import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hrefOf } from '../../extension/routes.ts';
import { badgeTexts } from '../../badges/texts.ts';
import { pageTexts } from '../parts/texts.ts';
import { LegendMark } from './legend-mark.tsx';
import { Start } from './start.tsx';
import { Started } from './started.tsx';
import { welcomeTexts as texts } from './texts.ts';

/**
 * The page that is shown once after the installation: what the extension does, what it keeps
 * private, how to turn it on, and whether it works then.
 */
export function Welcome(): JSX.Element {
  /** The site that was turned on here; null before. */
  const [site, setSite] = useState<string | null>(null);
  return (
    <main>
      <header>
        <img src="/icon/tile.svg" width="48" height="48" alt="" />
        <h1>{texts.title}</h1>
      </header>
      {site === null && <Offer />}
      <section class="start">
        {site === null ? (
          <>
            <h2>{texts.startTitle}</h2>
            <Start onDone={setSite} />
            <p>{texts.orToolbar}</p>
          </>
        ) : (
          <Started site={site} />
        )}
      </section>
      {site === null && <Gains />}
      <section class="private">
        <h2>{texts.privacy[0]}</h2>
        <p>{texts.private}</p>
      </section>
      <div class="steps">
        <a class="button" href={hrefOf({ section: 'help', site: null })}>
          {pageTexts.sections.help}
        </a>
        <a class="button" href={hrefOf({ section: 'settings', site: null })}>
          {pageTexts.sections.settings}
        </a>
      </div>
    </main>
  );
}

/** What it shows, and who needs it. */
function Offer(): JSX.Element {
  return (
    <>
      <p class="about">{texts.about}</p>
      <Story />
      <section class="need">
        <h2>{texts.needTitle}</h2>
        <p>{texts.need}</p>
        <p>{texts.parts}</p>
        <p class="small">{texts.versions}</p>
      </section>
    </>
  );
}

/** Everything that it does, for those who read on. */
function Gains(): JSX.Element {
  return (
    <section class="need">
      <h2>{texts.doesTitle}</h2>
      <ul class="does">
        {texts.does.map((one) => (
          <li key={one}>
            <LegendMark name="ran" />
            {one}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The call that was not allowed. */
const REFUSED = '💻 rm -rf demo/old';

/** One reply, without and with Stream Fixer. */
function Story(): JSX.Element {
  const [without, with_] = texts.story;
  const { reply } = texts.example;
  return (
    <div class="story">
      <Scene caption={without}>
        <p>{reply}</p>
      </Scene>
      <Scene caption={with_}>
        <p class="call">
          <bdi>{REFUSED}</bdi> · <span class="refused">{badgeTexts.refused}</span>
        </p>
        <p class="refused">{badgeTexts.afterRefusals(1)}</p>
        <p>{reply}</p>
      </Scene>
    </div>
  );
}

/** One turn of a chat: the question, and the answer. */
function Scene({
  caption,
  children,
}: {
  readonly caption?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <figure>
      <div class="turn">
        <p class="question">{texts.example.question}</p>
        <div class="answer">{children}</div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
