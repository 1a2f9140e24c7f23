import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { OffSite, OnSite } from './site.tsx';
import { CompanionPage } from './companion-page.tsx';
import { Head } from './head.tsx';
import { OpenWebUiCard } from './open-webui-card.tsx';
import { openWebUiView } from './open-webui-view.ts';
import { popupTexts } from './texts.ts';
import { useOpenWebUi } from './use-open-webui.ts';
import { usePopup } from './use-popup.ts';

/** The whole popup. @param version shown at the foot; search: query of the popup's own address */
export function App({ version, search }: { readonly version: string; readonly search: string }): JSX.Element {
  const popup = usePopup(search);
  const { view, icon, busy, tabAnswer } = popup;
  const on = view.kind === 'on';
  const openWebUi = useOpenWebUi(popup.enabledTab);
  const { found, companion, page } = openWebUi;
  const returned = useRef(false);
  if (page) returned.current = true;
  const known = on && tabAnswer && found && companion;
  const card = known ? openWebUiView({ found, companion, seen: tabAnswer.seen, working: tabAnswer.state === 'active' }) : null;

  if (on && card && page) {
    return (
      <>
        <main class="on">
          <CompanionPage
            step={page}
            host={view.host}
            busy={openWebUi.busy}
            failure={openWebUi.failure}
            onConfirm={openWebUi.confirm}
            onBack={openWebUi.close}
          />
        </main>
        <Foot version={version} />
      </>
    );
  }
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
        {card && (
          <OpenWebUiCard
            view={card}
            done={openWebUi.done}
            returned={returned.current}
            onOpen={openWebUi.open}
            onTryAgain={openWebUi.tryAgain}
          />
        )}
      </main>
      <Foot version={version} />
    </>
  );
}

function Foot({ version }: { readonly version: string }): JSX.Element {
  return (
    <footer>
      <span>{popupTexts.product}</span>
      <span>
        {popupTexts.version} {version}
      </span>
    </footer>
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
