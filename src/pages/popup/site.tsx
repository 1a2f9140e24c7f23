import type { JSX } from 'preact';
import { hrefOf } from '../../sites/section.ts';
import { Figures } from './figures/figures.tsx';
import { PageLink } from './page-link.tsx';
import { Repairs } from './figures/repairs.tsx';
import { popupTexts } from './texts.ts';
import type { PopupView, WorksHere } from './view-model.ts';

type Off = Extract<PopupView, { readonly kind: 'off' }>;
type On = Extract<PopupView, { readonly kind: 'on' }>;

/** What turning on does, and what the browser will ask. */
export function OffSite({ view }: { readonly view: Off }): JSX.Element {
  return (
    <section class="offer">
      <Notice text={view.notice} />
      {view.notice === null && <p>{view.offer}</p>}
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
  /** Another card says what is cleaned. */
  readonly brief: boolean;
  readonly onReload: () => void;
}

/** Whether it works in this tab, and what was done here. */
export function OnSite({ view, brief, onReload }: OnSiteProps): JSX.Element {
  return (
    <>
      <Works works={view.works && brief ? { ...view.works, detail: null } : view.works} onReload={onReload} />
      <Figures view={view.days} />
      {view.repairs && <Repairs repairs={view.repairs} />}
      <Notice text={view.notice} />
    </>
  );
}

function Works({ works, onReload }: { readonly works: WorksHere | null; readonly onReload: () => void }): JSX.Element {
  return (
    <section class="works" role="status">
      {works && (
        <>
          <span class={`dot ${works.dot}`} aria-hidden="true" />
          <p>
            {works.text} {works.detail && <span class="small">{works.detail}</span>}
          </p>
          {works.reload && (
            <button type="button" class="button" onClick={onReload}>
              {popupTexts.reload}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function Notice({ text }: { readonly text: string | null }): JSX.Element {
  return <div role="status">{text && <p class="notice">{text}</p>}</div>;
}
