// Popup: reads the state of one site and its tab, and shows it. `use-popup.ts` talks to the background.

import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NewerData } from '../parts/newer-data.tsx';
import { Asks, More, OffSite, OnSite, TurnOn, Works } from './site.tsx';
import { ChatCard, isMarked } from './chat/chat-card.tsx';
import { hrefOf, version } from '../../extension/routes.ts';
import { causeOf, reportOf } from './help/cause.ts';
import { HelpPage } from './help/help-page.tsx';
import { PageLink } from './page-link.tsx';
import { Frames } from './frames/frames.tsx';
import { Head, Product } from './head.tsx';
import { CompanionSteps, OpenWebUiCard } from './open-webui/open-webui-card.tsx';
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
  const [helps, setHelps] = useState(false);
  const help = useRef<HTMLButtonElement>(null);
  /** The last page of the companion that was open. */
  const last = useRef<CompanionStep | null>(null);
  last.current = page ?? last.current;
  const unfolded = useRef(false);
  const card = cardOf(popup, openWebUi);
  const step = card && page;
  const works = worksIn(view, card);
  const todo = <Todo popup={popup} works={works} card={card} openWebUi={openWebUi} />;

  function showHelp(shown: boolean): void {
    setHelps(shown);
    last.current = null;
    if (!shown) help.current?.focus();
  }

  return (
    <>
      <main class={view.kind}>
        {step && view.kind === 'on' ? (
          <StepPage step={step} host={view.host} openWebUi={openWebUi} />
        ) : helps ? (
          <HelpPage
            cause={causeOf(view, works, popup.tabAnswer)}
            report={reportOf({
              version: version(),
              browser: navigator.userAgent,
              view,
              tab: popup.tabAnswer,
              openWebUi: found?.version ?? null,
              companion: openWebUi.companion?.state.kind ?? null,
            })}
            onBack={() => showHelp(false)}
          >
            {todo}
            {view.kind === 'off' && (
              <>
                <TurnOn onTurnOn={() => popup.turn(true)} />
                <Asks text={view.asks} />
              </>
            )}
          </HelpPage>
        ) : (
          <>
            <NewerData />
            <Site popup={popup} works={works} todo={todo}>
              {done && <p class="small">{doneText(done)}</p>}
              {card && isMarked(chat) && <ChatCard chat={chat} />}
            </Site>
            <Frames {...frames} />
            {view.kind === 'on' && (
              <More
                view={view}
                onChoose={popup.choose}
                onPause={popup.pause}
                unfolded={unfolded}
                returned={last.current !== null}
              >
                {card && !isMarked(chat) && <ChatCard chat={chat} />}
                {card && <OpenWebUiCard {...stepsOf(card, openWebUi)} told={works?.todo === 'companion'} />}
              </More>
            )}
          </>
        )}
      </main>
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {done && doneText(done)}
      </p>
      {!step && <Foot site={popup.enabledTab?.site ?? null} helps={helps} help={help} onHelp={showHelp} />}
    </>
  );
}

/** @returns null if the site is no Open WebUI, or not known to be one */
function cardOf({ view, tabAnswer }: Popup, { found, companion }: OpenWebUiControls): OpenWebUiView | null {
  if (view.kind !== 'on' || !tabAnswer || !found || !companion) return null;
  const { settings } = view;
  return openWebUiView({ found, companion, direct: tabAnswer.direct, settings });
}

function stepsOf(view: OpenWebUiView, { busy, open, tryAgain }: OpenWebUiControls) {
  return { view, busy, onOpen: open, onTryAgain: tryAgain };
}

interface TodoProps {
  readonly popup: Popup;
  readonly works: WorksHere | null;
  /** Null if the site is no Open WebUI, or not known to be one. */
  readonly card: OpenWebUiView | null;
  readonly openWebUi: OpenWebUiControls;
}

/** The button of the first sentence. */
function Todo({ popup, works, card, openWebUi }: TodoProps): JSX.Element | null {
  if (popup.view.kind === 'unreadable') return <Button text={pageTexts.tryAgain} onClick={popup.tryAgain} />;
  if (works?.todo === 'reload') return <Button kind="primary" text={popupTexts.reload} onClick={popup.reload} />;
  return works?.todo === 'companion' && card ? <CompanionSteps {...stepsOf(card, openWebUi)} /> : null;
}

interface SiteProps {
  readonly popup: Popup;
  readonly works: WorksHere | null;
  readonly todo: JSX.Element;
  readonly children: ComponentChildren;
}

/** Head and state of the site. */
function Site({ popup, works, todo, children }: SiteProps): JSX.Element {
  const { view, busy } = popup;
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
          on={view.kind === 'on' || view.kind === 'off' ? view.kind === 'on' : null}
          busy={busy}
          toggle={toggle}
          onTurn={popup.turn}
        />
      )}
      {view.kind === 'unsupported' && (
        <>
          <Product />
          <Message title={popupTexts.unsupportedTitle} text={popupTexts.unsupported} picture />
        </>
      )}
      {view.kind === 'unreadable' && (
        <Message title={popupTexts.unreadableTitle} text={popupTexts.unreadable}>
          {todo}
        </Message>
      )}
      {(view.kind === 'on' || view.kind === 'off') && <Works works={works}>{todo}</Works>}
      {view.kind === 'off' && <OffSite view={view} onTurnOn={() => popup.turn(true)} />}
      {view.kind === 'on' && <OnSite view={view}>{children}</OnSite>}
    </>
  );
}

function worksIn(view: PopupView, card: OpenWebUiView | null): WorksHere | null {
  if (view.kind === 'off') return view.works;
  if (view.kind !== 'on') return null;
  return card ? worksWithCompanion(view.works, card) : view.works;
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

interface FootProps {
  /** That has settings of its own; null for all sites. */
  readonly site: string | null;
  /** The help is shown. */
  readonly helps: boolean;
  readonly help: RefObject<HTMLButtonElement | null>;
  readonly onHelp: (shown: boolean) => void;
}

/** Settings in the full page, and the help here. */
function Foot({ site, helps, help, onHelp }: FootProps): JSX.Element {
  return (
    <footer>
      <PageLink href={hrefOf({ section: 'settings', site })} name={pageTexts.sections.settings} />
      <button type="button" data-step="help" ref={help} aria-expanded={helps} onClick={() => onHelp(!helps)}>
        {pageTexts.sections.help}
      </button>
    </footer>
  );
}
