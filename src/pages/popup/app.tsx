// Popup: reads the state of one site and its tab, and shows it. `use-popup.ts` talks to the
// background.

import type { ComponentChildren, ComponentProps, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NewerData } from '../parts/newer-data.tsx';
import { Asks, More, Notice, OffSite, Works } from './site.tsx';
import { ChatCard, isMarked } from './chat/chat-card.tsx';
import { WhatRanList } from './chat/what-ran-list.tsx';
import { hrefOf, version } from '../../extension/routes.ts';
import { causeOf } from './help/cause.ts';
import { HelpPage } from './help/help-page.tsx';
import { PageLink } from './page-link.tsx';
import { Frames } from './frames/frames.tsx';
import { Figures } from './figures/figures.tsx';
import { Head } from './head.tsx';
import { CompanionSteps, OpenWebUiCard } from './open-webui/open-webui-card.tsx';
import {
  openWebUiView,
  worksUntilKnown,
  worksWithCompanion,
  type CompanionStep,
  type OpenWebUiView,
} from './open-webui/open-webui-view.ts';
import { doneText, popupTexts } from './texts.ts';
import { useChat } from './chat/use-chat.ts';
import { useFrames } from './frames/use-frames.ts';
import { useOpenWebUi, type OpenWebUiControls } from './open-webui/use-open-webui.ts';
import { usePopup, type FirstLook, type Popup } from './use-popup.ts';
import type { WorksHere } from './view-model.ts';
import { Question } from '../approval/question.tsx';
import { identityOf } from '../../approvals/requests.ts';
import { Button } from '../parts/button.tsx';
import { pageTexts } from '../parts/texts.ts';
import { message } from '../../languages/messages.ts';
import { isTab } from './backend.ts';

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
  const openWebUi = useOpenWebUi(popup.enabledTab, search);
  const { found, page, done } = openWebUi;
  const chat = useChat(popup.enabledTab, found);
  const frames = useFrames(popup.tab);
  const [helps, setHelps] = useState(false);
  const help = useRef<HTMLButtonElement>(null);
  /** The person returns from a page of the companion. */
  const returned = useRef(false);
  if (page) returned.current = true;
  const unfolded = useRef(false);
  const card = cardOf(popup, openWebUi);
  const step = card && page;
  const works = worksOf(view.works, card, openWebUi.known);
  const { busy, open: onOpen, tryAgain: onTryAgain } = openWebUi;
  /** The page led here for one step, in a tab of its own. */
  const cameForStep = new URLSearchParams(search).has('step');
  const steps = card && { view: card, busy, onOpen, onTryAgain };
  const todo = todoOf(popup, works, steps);

  function showHelp(shown: boolean): void {
    setHelps(shown);
    returned.current = false;
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
            facts={{
              version: version(),
              browser: navigator.userAgent,
              site: view.kind,
              tab: popup.tabAnswer,
              found,
              companion: openWebUi.companion,
              settings: view.kind === 'on' && view.settings,
            }}
            onBack={() => showHelp(false)}
          >
            {todo}
            {view.kind === 'off' && (
              <>
                <Button kind="primary" text={popupTexts.turnOn} onClick={() => popup.turn(true)} />
                <Asks text={view.asks} />
              </>
            )}
          </HelpPage>
        ) : (
          <>
            <NewerData />
            <Site popup={popup} works={works} todo={todo}>
              {done && <p class="small">{doneText(done)}</p>}
              {cameForStep && isTab() && (
                <div class="steps">
                  <Button
                    step="back"
                    kind={done ? 'primary' : undefined}
                    text={message('approval_back')}
                    onClick={popup.showTab}
                  />
                </div>
              )}
              {card && isMarked(chat) && <ChatCard chat={chat} />}
            </Site>
            <Frames {...frames} />
            {/* While an agent asks, nothing else is to be pressed here. */}
            {view.kind === 'on' && !popup.question.asked && (
              <More
                view={view}
                onChoose={popup.choose}
                onPause={popup.pause}
                unfolded={unfolded}
                returned={returned.current}
              >
                {card && !isMarked(chat) && <ChatCard chat={chat} />}
                {card && chat.open && <WhatRanList chat={chat} />}
                {steps && <OpenWebUiCard {...steps} told={works?.todo === 'companion'} />}
              </More>
            )}
          </>
        )}
      </main>
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {done && doneText(done)}
      </p>
      {!step && (
        <Foot site={popup.enabledTab?.site ?? null} helps={helps} help={help} onHelp={showHelp} />
      )}
    </>
  );
}

/** @returns the state of the site, which says no more than is known of its server */
function worksOf(
  works: WorksHere | null,
  card: OpenWebUiView | null,
  isKnown: boolean,
): WorksHere | null {
  if (card) return worksWithCompanion(works, card);
  return isKnown ? works : worksUntilKnown(works);
}

/** @returns null if the site is no Open WebUI, or not known to be one */
function cardOf(
  { view, tabAnswer }: Popup,
  { found, companion, own }: OpenWebUiControls,
): OpenWebUiView | null {
  if (view.kind !== 'on' || !tabAnswer || !found || !companion) return null;
  return openWebUiView({
    found,
    companion,
    own,
    tab: tabAnswer,
    figures: view.figures,
    settings: view.settings,
  });
}

/**
 * @returns the button of the first sentence.
 * @param steps null if the site is no Open WebUI, or not known to be one
 */
function todoOf(
  { tryAgain, reload, openChat, showTab }: Popup,
  works: WorksHere | null,
  steps: ComponentProps<typeof CompanionSteps> | null,
): JSX.Element | null {
  if (works?.todo === 'again') return <Button text={pageTexts.tryAgain} onClick={tryAgain} />;
  if (works?.todo === 'reload')
    return <Button kind="primary" text={popupTexts.reload} onClick={reload} />;
  if (works?.todo === 'chat')
    return <Button kind="primary" text={popupTexts.openChat} onClick={openChat} />;
  if (works?.todo === 'show')
    return <Button kind="primary" text={popupTexts.showIt} onClick={showTab} />;
  return works?.todo === 'companion' && steps ? <CompanionSteps {...steps} /> : null;
}

interface SiteProps {
  readonly popup: Popup;
  readonly works: WorksHere | null;
  readonly todo: JSX.Element | null;
  readonly children: ComponentChildren;
}

/** Head and state of the site. */
function Site({ popup, works, todo, children }: SiteProps): JSX.Element {
  const { view, busy, question } = popup;
  const { asked } = question;
  const toggle = useRef<HTMLButtonElement>(null);
  const wasOn = useRef(false);
  useLayoutEffect(() => {
    // The button that paused the site is gone, and the switch ends the pause.
    if (wasOn.current && view.kind === 'off' && document.activeElement === document.body)
      toggle.current?.focus();
    wasOn.current = view.kind === 'on';
  }, [view.kind]);
  return (
    <>
      <Head
        host={view.host}
        title={view.kind === 'unsupported' ? popupTexts.unsupportedTitle : null}
        on={view.kind === 'on' || view.kind === 'off' ? view.kind === 'on' : null}
        busy={busy}
        toggle={toggle}
        onTurn={popup.turn}
      />
      <Works works={works}>{todo}</Works>
      {asked && <Question {...question} asked={asked} key={identityOf(asked.question)} />}
      {view.kind === 'off' && <OffSite view={view} onTurnOn={() => popup.turn(true)} />}
      {view.kind === 'on' && (
        <>
          <Notice text={view.notice} />
          {view.figures && <Figures view={view.figures} row={0} />}
          {children}
        </>
      )}
    </>
  );
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
  if (!companion?.admin && step !== 'remove')
    return <AdminPage step={step} host={host} onBack={close} />;
  return (
    <CompanionPage
      step={step}
      host={host}
      busy={busy}
      failure={failure}
      onConfirm={confirm}
      onBack={close}
    />
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
      <button
        type="button"
        data-step="help"
        ref={help}
        aria-expanded={helps}
        onClick={() => onHelp(!helps)}
      >
        {pageTexts.sections.help}
      </button>
    </footer>
  );
}
