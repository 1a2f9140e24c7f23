import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formats } from '../../languages/formats.ts';
import { message } from '../../languages/messages.ts';
import { SiteControls } from './controls/site-controls.tsx';
import type { ControlsView } from './controls/controls-view.ts';
import { Figures } from './figures/figures.tsx';
import { popupTexts } from './texts.ts';
import type { PopupView, WorksHere } from './view-model.ts';
import { Button } from '../parts/button.tsx';

type Off = Extract<PopupView, { readonly kind: 'off' }>;
type On = Extract<PopupView, { readonly kind: 'on' }>;

/** What turning on does, and what the browser will ask. */
export function OffSite({
  view,
  onTurnOn,
}: {
  readonly view: Off;
  readonly onTurnOn: () => void;
}): JSX.Element {
  return (
    <section class="offer">
      <Notice text={view.notice} />
      {view.notice === null && <p>{view.offer}</p>}
      {view.named && (
        <Button step="turn-on" kind="primary" text={popupTexts.turnOn} onClick={onTurnOn} />
      )}
      <Asks text={view.asks} />
    </section>
  );
}

/** What the browser will ask; what to press there is between asterisks. */
export function Asks({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split('**');
  return (
    <p class="small asks">
      {parts.map((part, index) => (index % 2 === 1 ? <strong>{part}</strong> : part))}
    </p>
  );
}

interface MoreProps {
  readonly view: On;
  readonly onChoose: (control: ControlsView['switches'][number], on: boolean) => void;
  readonly onPause: () => void;
  /** Whether it is open, also when the person returns from another page. */
  readonly unfolded: RefObject<boolean>;
  /** The person returns from any page, so the focus moves here. */
  readonly returned: boolean;
  /** Chats and companion of an Open WebUI. */
  readonly children: ComponentChildren;
}

/** Everything that nobody needs at each look. */
export function More({
  view,
  onChoose,
  onPause,
  unfolded,
  returned,
  children,
}: MoreProps): JSX.Element {
  const row = useRef<HTMLElement>(null);
  // In the same frame, so that the next key press is not lost.
  useLayoutEffect(() => {
    if (returned) row.current?.focus();
  }, []);
  return (
    <details
      class="more"
      open={unfolded.current}
      onToggle={({ currentTarget }) => (unfolded.current = currentTarget.open)}
    >
      <summary ref={row}>{message('badges_more')}</summary>
      {view.figures && <Figures view={view.figures} row={1} />}
      {view.repairs > 0 && (
        <p class="figures repairs">
          {popupTexts.repairs(view.repairs, formats.figure(view.repairs))}
        </p>
      )}
      {children}
      <SiteControls view={view.controls} onChoose={onChoose} onPause={onPause} />
    </details>
  );
}

interface WorksProps {
  /** Null while nothing is known. */
  readonly works: WorksHere | null;
  /** What can be done about it. */
  readonly children: ComponentChildren;
}

/** The state of the site in this tab, in one sentence. */
export function Works({ works, children }: WorksProps): JSX.Element {
  return (
    <section class="works">
      <p role="status">
        {works && (
          <>
            <span class={`dot ${works.dot}`} aria-hidden="true" />
            {works.text}
          </>
        )}
      </p>
      {children}
    </section>
  );
}

/** What failed, or happened to a reply. */
export function Notice({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <div class="told" role="status">
      {text && <p class="notice">{text}</p>}
    </div>
  );
}
