import type { JSX } from 'preact';
import { hrefOf } from '../../sites/section.ts';
import { LegendMark } from './legend-mark.tsx';
import { ChatPicture, PinPicture, SwitchPicture } from './pictures.tsx';
import { welcomeTexts as texts } from './texts.ts';

/** The page that is shown once after the installation: what it does, what it keeps to itself, how to turn it on. */
export function Welcome(): JSX.Element {
  return (
    <main>
      <header>
        <img src="/icon/on-128.png" width="48" height="48" alt="" />
        <h1>{texts.title}</h1>
      </header>
      <p class="about">{texts.about}</p>
      <Example />
      <ul class="does">
        {texts.does.map((one) => (
          <li key={one}>
            <LegendMark name="finished" />
            {one}
          </li>
        ))}
      </ul>
      <section class="start">
        <h2>{texts.startTitle}</h2>
        <ol>
          <Step picture={<PinPicture />} title={texts.pin} how={texts.pinHow} />
          <Step picture={<ChatPicture />} title={texts.chat} how={texts.chatHow} />
          <Step picture={<SwitchPicture />} title={texts.turn} how={texts.turnHow} />
        </ol>
      </section>
      <section class="private">
        <h2>{texts.privateTitle}</h2>
        <p>{texts.private}</p>
      </section>
      <p class="small">{texts.limits}</p>
      <div class="steps">
        <a class="button" href={hrefOf({ section: 'help', site: null })}>
          {texts.help}
        </a>
        <a class="button" href={hrefOf({ section: 'settings', site: null })}>
          {texts.settings}
        </a>
      </div>
    </main>
  );
}

/** The same reply without and with it. */
function Example(): JSX.Element {
  const { marker, reply, badge } = texts.example;
  return (
    <div class="example">
      <figure>
        <figcaption>{texts.before}</figcaption>
        <p>
          <code>{marker}</code>
        </p>
        <p>{reply}</p>
      </figure>
      <figure>
        <figcaption>{texts.after}</figcaption>
        <p class="badge">{badge}</p>
        <p>{reply}</p>
      </figure>
    </div>
  );
}

function Step({
  picture,
  title,
  how,
}: {
  readonly picture: JSX.Element;
  readonly title: string;
  readonly how: string;
}): JSX.Element {
  return (
    <li>
      {picture}
      <h3>{title}</h3>
      <p class="small">{how}</p>
    </li>
  );
}
