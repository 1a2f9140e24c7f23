import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import { hrefOf } from '../../extension/routes.ts';
import { SiteControls } from './controls/site-controls.tsx';
import type { ControlsView } from './controls/controls-view.ts';
import { Figures } from './figures/figures.tsx';
import { PageLink } from './page-link.tsx';
import { figure, popupTexts } from './texts.ts';
import type { PopupView, WorksHere } from './view-model.ts';
import { Button } from '../parts/button.tsx';

type Off = Extract<PopupView, { readonly kind: 'off' }>;
type On = Extract<PopupView, { readonly kind: 'on' }>;

/** What turning on does, and what the browser will ask. */
export function OffSite({ view, onTurnOn }: { readonly view: Off; readonly onTurnOn: () => void }): JSX.Element {
  return (
    <section class="offer">
      <Notice text={view.notice} />
      {view.notice === null && <p>{view.offer}</p>}
      {view.named && <Button step="turn-on" kind="primary" text={popupTexts.turnOn} onClick={onTurnOn} />}
      <p class="small">{view.asks}</p>
      {view.first && (
        <p>
          <PageLink class="link" href={hrefOf({ section: 'help', site: null })} name={popupTexts.how} />
        </p>
      )}
    </section>
  );
}

interface OnSiteProps {
  readonly view: On;
  readonly onChoose: (control: ControlsView['switches'][number], on: boolean) => void;
  readonly onPause: () => void;
  /** The line of the open chat, if any. */
  readonly children?: JSX.Element | false | null;
}

/** What was done on the site, and what can be done. */
export function OnSite({ view, onChoose, onPause, children }: OnSiteProps): JSX.Element {
  return (
    <>
      <Notice text={view.notice} />
      <Figures view={view.figures} />
      {view.repairs > 0 && (
        <p class="repairs" title={formats.figure(view.repairs)}>
          {popupTexts.repairs(view.repairs, figure(view.repairs))}
        </p>
      )}
      {children}
      <SiteControls view={view.controls} onChoose={onChoose} onPause={onPause} />
    </>
  );
}

interface WorksProps {
  /** Null while nothing is known. */
  readonly works: WorksHere | null;
  readonly onReload: () => void;
}

/** The state of the site in this tab, in one line. */
export function Works({ works, onReload }: WorksProps): JSX.Element {
  return (
    <div class="works" role="status">
      {works && (
        <>
          <p>
            <span class={`dot ${works.dot}`} aria-hidden="true" />
            {works.text}
          </p>
          {works.reload && <Button kind="primary" text={popupTexts.reload} onClick={onReload} />}
        </>
      )}
    </div>
  );
}

function Notice({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <div class="told" role="status">
      {text && <p class="notice">{text}</p>}
    </div>
  );
}
