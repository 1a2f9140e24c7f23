import type { JSX } from 'preact';
import { OffSite, OnSite } from './site.tsx';
import { Head } from './head.tsx';
import { popupTexts } from './texts.ts';
import { usePopup } from './use-popup.ts';

/** The whole popup. @param version shown at the foot; search: query of the popup's own address */
export function App({ version, search }: { readonly version: string; readonly search: string }): JSX.Element {
  const popup = usePopup(search);
  const { view, icon, busy } = popup;
  const on = view.kind === 'on';
  return (
    <>
      <main class={view.kind}>
        {view.kind !== 'unsupported' && (
          <Head
            host={view.host}
            icon={icon}
            on={view.kind === 'on' || view.kind === 'off' ? on : null}
            busy={busy}
            onTurn={popup.turn}
          />
        )}
        {view.kind === 'unsupported' && <Message title={popupTexts.unsupportedTitle} text={popupTexts.unsupported} picture />}
        {view.kind === 'unanswered' && (
          <Message title={popupTexts.unansweredTitle} text={popupTexts.unanswered}>
            <button type="button" class="button" onClick={popup.tryAgain}>
              {popupTexts.tryAgain}
            </button>
          </Message>
        )}
        {view.kind === 'off' && <OffSite view={view} />}
        {view.kind === 'on' && <OnSite view={view} onReload={popup.reload} onStay={popup.keep} />}
      </main>
      <footer>
        <span>{popupTexts.product}</span>
        <span>
          {popupTexts.version} {version}
        </span>
      </footer>
    </>
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly picture?: boolean;
  readonly children?: JSX.Element;
}

function Message({ title, text, picture, children }: MessageProps): JSX.Element {
  return (
    <section class="message">
      {picture && <img src="/icon/off-48.png" width="32" height="32" alt="" />}
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
