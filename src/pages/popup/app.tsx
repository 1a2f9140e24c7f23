// Popup: reads the state of one site and its tab, and shows it. `use-popup.ts` talks to the background.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { NewerData } from '../parts/newer-data.tsx';
import { OffSite, OnSite, Works } from './site.tsx';
import { ChatCard } from './chat/chat-card.tsx';
import { hrefOf } from '../../extension/routes.ts';
import { PageLink } from './page-link.tsx';
import { Frames } from './frames/frames.tsx';
import { Head, Product } from './head.tsx';
import { OpenWebUiCard } from './open-webui/open-webui-card.tsx';
import {
  openWebUiView,
  worksWithCompanion,
  type CompanionStep,
  type OpenWebUiView,
} from './open-webui/open-webui-view.ts';
import { doneText, popupTexts } from './texts.ts';
import { useChat } from './chat/use-chat.ts';
import { useFrames } from './frames/use-frames.ts';
import { useOpenWebUi, type OpenWebUiControls } from './open-webui/use-open-webui.ts';
import { usePopup, type FirstLook, type Popup } from './use-popup.ts';
import type { PopupView, WorksHere } from './view-model.ts';
import { Button } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';

interface AppProps {
  /** Query of the popup's own address. */
  readonly search: string;
  /** What is known already; null if nothing is. */
  readonly first: FirstLook | null;
}

/** The whole popup. */
export function App({ search, first }: AppProps): JSX.Element {
  const popup = usePopup(search, first);
  const { view } = popup;
  const openWebUi = useOpenWebUi(popup.enabledTab);
  const { found, page, done } = openWebUi;
  const chat = useChat(popup.enabledTab, found);
  const frames = useFrames(popup.tab);
  const returned = useRef(false);
  if (page) returned.current = true;
  const card = cardOf(popup, openWebUi);
  const step = card && page;
  return (
    <>
      <main class={view.kind}>
        {step && view.kind === 'on' ? (
          <StepPage step={step} host={view.host} openWebUi={openWebUi} />
        ) : (
          <>
            <Product />
            <NewerData />
            <Site popup={popup} card={card}>
              {card && <ChatCard chat={chat} />}
            </Site>
            <Frames {...frames} />
            {card && (
              <OpenWebUiCard
                view={card}
                done={done}
                returned={returned.current}
                onOpen={openWebUi.open}
                onTryAgain={openWebUi.tryAgain}
              />
            )}
          </>
        )}
      </main>
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {done && doneText(done)}
      </p>
      {!step && <Foot site={view.kind === 'on' && popup.enabledTab ? popup.enabledTab.site : null} />}
    </>
  );
}

/** @returns null if the site is no Open WebUI, or not known to be one */
function cardOf({ view, tabAnswer }: Popup, { found, companion }: OpenWebUiControls): OpenWebUiView | null {
  if (view.kind !== 'on' || !tabAnswer || !found || !companion) return null;
  const { settings } = view;
  return openWebUiView({ found, companion, direct: tabAnswer.direct, settings });
}

interface SiteProps {
  readonly popup: Popup;
  /** Null if the site is no Open WebUI, or not known to be one. */
  readonly card: OpenWebUiView | null;
  readonly children: JSX.Element | null;
}

/** Head and state of the site. */
function Site({ popup, card, children }: SiteProps): JSX.Element {
  const { view, icon, busy } = popup;
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOn = useRef(false);
  useLayoutEffect(() => {
    // The button that paused the site is gone, and the switch ends the pause.
    if (wasOn.current && view.kind === 'off' && document.activeElement === document.body) toggle.current?.focus();
    wasOn.current = view.kind === 'on';
  }, [view.kind]);
  return (
    <>
      {view.kind !== 'unsupported' && (
        <Head
          host={view.host}
          icon={icon}
          on={view.kind === 'on' || view.kind === 'off' ? view.kind === 'on' : null}
          busy={busy}
          toggle={toggle}
          onTurn={popup.turn}
        >
          <Works works={worksIn(view, card)} onReload={popup.reload} />
        </Head>
      )}
      {view.kind === 'unsupported' && (
        <Message title={popupTexts.unsupportedTitle} text={popupTexts.unsupported} picture />
      )}
      {view.kind === 'unreadable' && (
        <Message title={popupTexts.unreadableTitle} text={popupTexts.unreadable}>
          <Button text={pageTexts.tryAgain} onClick={popup.tryAgain} />
        </Message>
      )}
      {view.kind === 'off' && <OffSite view={view} onTurnOn={() => popup.turn(true)} />}
      {view.kind === 'on' && (
        <OnSite view={view} onChoose={popup.choose} onPause={popup.pause}>
          {children}
        </OnSite>
      )}
    </>
  );
}

function worksIn(view: PopupView, card: OpenWebUiView | null): WorksHere | null {
  if (view.kind === 'off') return view.works;
  if (view.kind !== 'on') return null;
  return card ? worksWithCompanion(view.works, card, view.settings) : view.works;
}

interface StepPageProps {
  readonly step: CompanionStep;
  readonly host: string;
  readonly openWebUi: OpenWebUiControls;
}

function StepPage({ step, host, openWebUi }: StepPageProps): JSX.Element | null {
  const { companion, pages, busy, failure, confirm, close } = openWebUi;
  if (!pages) return null;
  const { AdminPage, CompanionPage } = pages;
  if (!companion?.admin && step !== 'remove') return <AdminPage step={step} host={host} onBack={close} />;
  return <CompanionPage step={step} host={host} busy={busy} failure={failure} onConfirm={confirm} onBack={close} />;
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
      {picture && <img src="/icon/off.svg" width="32" height="32" alt="" />}
      {/* With a picture it has no heading beside it; otherwise the site is the first heading. */}
      {picture ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </section>
  );
}

/** Links to the full page. @param site if it has settings of its own; null for all sites */
function Foot({ site }: { readonly site: string | null }): JSX.Element {
  return (
    <footer>
      <nav>
        <PageLink href={hrefOf({ section: 'settings', site })} name={pageTexts.sections.settings} />
        <PageLink href={hrefOf({ section: 'statistics', site })} name={pageTexts.sections.statistics} />
      </nav>
    </footer>
  );
}
