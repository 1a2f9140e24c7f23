import type { JSX } from 'preact';
import type { BadgeStay } from '../settings/settings.ts';
import type { Counts } from '../sites/messages.ts';
import type { RepairsView } from './repairs-view.ts';
import { exactFigure, figure, plural, popupTexts, stayTexts } from './texts.ts';
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
    </section>
  );
}

interface OnSiteProps {
  readonly view: On;
  /** What works is told elsewhere, piece by piece. */
  readonly brief: boolean;
  readonly onReload: () => void;
  readonly onStay: (stay: BadgeStay) => void;
}

/** What was done here, whether it works in this tab, and how long badges stay. */
export function OnSite({ view, brief, onReload, onStay }: OnSiteProps): JSX.Element {
  return (
    <>
      <Works works={view.works && brief ? { ...view.works, detail: view.works.detail && popupTexts.seeBelow } : view.works} onReload={onReload} />
      <Figures counts={view.counts} />
      {view.repairs && <Repairs repairs={view.repairs} />}
      <section class="setting">
        <label for="stay">{popupTexts.stay}</label>
        <Stay stay={view.stay} onStay={onStay} />
      </section>
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

function Figures({ counts }: { readonly counts: Counts }): JSX.Element {
  return (
    <section class="figures" aria-label={popupTexts.figures}>
      <Figure id="markers" count={counts.markers} words={popupTexts.markers} />
      <Figure id="tools" count={counts.tools} words={popupTexts.tools} />
      <Figure id="imitated" count={counts.imitated} words={popupTexts.imitated} hint={popupTexts.imitatedHint} />
    </section>
  );
}

interface FigureProps {
  readonly id: keyof Counts;
  readonly count: number;
  readonly words: readonly [string, string];
  readonly hint?: string;
}

function Figure({ id, count, words, hint }: FigureProps): JSX.Element {
  const known = count > 0 ? id : `${id} none`;
  return (
    <div class={`figure ${known}`} title={hint}>
      <strong data-count={id} title={exactFigure(count)}>
        {figure(count)}
      </strong>
      <span>{plural(count, words)}</span>
    </div>
  );
}

/** One line, and behind it which. */
function Repairs({ repairs }: { readonly repairs: RepairsView }): JSX.Element {
  return (
    <section class="repairs">
      <details>
        <summary title={exactFigure(repairs.total)}>
          <span data-count="repairs">{figure(repairs.total)}</span> {plural(repairs.total, popupTexts.repairs)}
        </summary>
        {repairs.servers.map(({ server, made }) => (
          <div key={server}>
            {server !== null && <h2>{server}</h2>}
            <ul>
              {made.map(({ id, count, words }) => (
                <li key={id}>
                  <span title={exactFigure(count)}>{figure(count)} ×</span>
                  <span>{words}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {repairs.besides !== null && <p class="small">{repairs.besides}</p>}
      </details>
    </section>
  );
}

function Stay({ stay, onStay }: { readonly stay: BadgeStay; readonly onStay: (stay: BadgeStay) => void }): JSX.Element {
  function choose(value: string): void {
    const chosen = stayTexts.find(([known]) => known === value);
    if (chosen) onStay(chosen[0]);
  }
  return (
    <select id="stay" value={stay} onChange={(event) => choose(event.currentTarget.value)}>
      {stayTexts.map(([value, text]) => (
        <option key={value} value={value} selected={value === stay}>
          {text}
        </option>
      ))}
    </select>
  );
}

function Notice({ text }: { readonly text: string | null }): JSX.Element {
  return <div role="status">{text && <p class="notice">{text}</p>}</div>;
}
