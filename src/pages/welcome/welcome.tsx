import type { ComponentChildren, JSX } from 'preact';
import { hrefOf } from '../../extension/routes.ts';
import { pageTexts } from '../parts/texts.ts';
import { LegendMark } from './legend-mark.tsx';
import { Start } from './start.tsx';
import { welcomeTexts as texts } from './texts.ts';

/**
 * The page that is shown once after the installation: what the extension does, what it keeps private, how to turn it
 * on.
 */
export function Welcome(): JSX.Element {
  return (
    <main>
      <header>
        <img src="/icon/tile.svg" width="48" height="48" alt="" />
        <h1>{texts.title}</h1>
      </header>
      <p class="about">{texts.about}</p>
      <Story />
      <ul class="does">
        {texts.does.map((one) => (
          <li key={one}>
            <LegendMark name="ran" />
            {one}
          </li>
        ))}
      </ul>
      <section class="start">
        <h2>{texts.startTitle}</h2>
        <Start />
        <p>{texts.orToolbar}</p>
        <ol>
          <Step title={texts.pin} how={texts.pinHow} />
          <Step title={texts.chat} how={texts.chatHow} />
          <Step title={texts.turn} how={texts.turnHow} />
        </ol>
      </section>
      <section class="private">
        <h2>{texts.privateTitle}</h2>
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

/** How invented answers come about, in three pictures: a real call, a faked one, and the same with Stream Fixer. */
function Story(): JSX.Element {
  const { marker, reply, invented, warning } = texts.example;
  const [real, faked, warned] = texts.story;
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
      <Scene caption={warned}>
        <p class="warning">
          <LegendMark name="imitated" />
          {warning}
        </p>
        <p class="invented">{invented}</p>
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

function Step({ title, how }: { readonly title: string; readonly how: string }): JSX.Element {
  return (
    <li>
      <h3>{title}</h3>
      <p class="small">{how}</p>
    </li>
  );
}
