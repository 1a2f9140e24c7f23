import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hrefOf } from '../../extension/routes.ts';
import { pageTexts } from '../parts/texts.ts';
import { LegendMark } from './legend-mark.tsx';
import { Start } from './start.tsx';
import { RanLine, Started } from './started.tsx';
import { welcomeTexts as texts } from './texts.ts';

/**
 * The page that is shown once after the installation: what the extension does, what it keeps private, how to turn it
 * on, and whether it works then.
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

/** What it does, and why. */
function Offer(): JSX.Element {
  return (
    <>
      <p class="about">{texts.about}</p>
      <Story />
      <h2>{texts.doesTitle}</h2>
      <ul class="does">
        {texts.does.map((one) => (
          <li key={one}>
            <LegendMark name="ran" />
            {one}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How invented answers come about, in three pictures: a real call, a faked one, and a real one with Stream Fixer. */
function Story(): JSX.Element {
  const { marker, reply, invented } = texts.example;
  const [real, faked, cured] = texts.story;
  return (
    <div class="story">
      <Scene caption={real}>
        <code>{marker}</code>
        <p>{reply}</p>
      </Scene>
      <Scene caption={faked}>
        <code>{marker}</code>
        <p class="invented">{invented}</p>
      </Scene>
      <Scene caption={cured}>
        <RanLine />
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
