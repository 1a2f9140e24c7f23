/** The controls that the sections share, styled by page.css. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { pageTexts as texts } from './texts.ts';

interface CardProps {
  /** Omitted if the heading of the page says it. */
  readonly title?: string;
  /** One or two sentences below the title. */
  readonly about?: string;
  /** It takes the whole width even where two cards fit side by side. */
  readonly wide?: boolean;
  readonly children?: ComponentChildren;
}

/** A group with a heading. */
export function Card({ title, about, wide = false, children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class={wide ? 'card wide' : 'card'} aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      {about && <p class="small">{about}</p>}
      {children}
    </section>
  );
}

interface RowProps {
  /** For tests and pictures: which one it is. */
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  /** How it compares with others, for instance that it differs from all sites. */
  readonly status?: string | null;
  /** Set by an administrator: it is shown, and cannot be changed. */
  readonly locked?: boolean;
  /** Null if there is nothing to reset. */
  readonly onReset?: (() => void) | null;
  /** A link or a button that belongs to it. */
  readonly extra?: ComponentChildren;
}

interface SwitchRowProps extends RowProps {
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
}

/** A name and a switch. */
export function SwitchRow({ on, onTurn, ...row }: SwitchRowProps): JSX.Element {
  return (
    <Row {...row}>
      {(control) => (
        <button
          {...control}
          type="button"
          role="switch"
          class="switch"
          aria-checked={on}
          onClick={() => !row.locked && onTurn(!on)}
        />
      )}
    </Row>
  );
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-disabled': true | undefined;
}

function Row({
  id,
  name,
  about,
  status,
  locked,
  onReset,
  extra,
  children,
}: RowProps & { readonly children: (control: ControlAttributes) => JSX.Element }): JSX.Element {
  const own = useId();
  const row = useRef<HTMLDivElement>(null);
  const note = locked ? texts.locked : status;
  const description = [about && `${own}-about`, note && `${own}-status`].filter(Boolean).join(' ');

  function reset(): void {
    // The button disappears with what it resets, so the focus moves to the control beside it.
    row.current?.querySelector<HTMLElement>('.control > *')?.focus();
    onReset?.();
  }

  return (
    <div class="row" data-setting={id} ref={row}>
      <div class="words">
        <label for={own}>{name}</label>
        {about && (
          <span class="small" id={`${own}-about`}>
            {about}
          </span>
        )}
        <Status id={`${own}-status`} name={name} note={note} locked={locked} onReset={onReset && reset} />
        {extra}
      </div>
      <div class="control">
        {children({
          id: own,
          'aria-describedby': description || undefined,
          'aria-disabled': locked ? true : undefined,
        })}
      </div>
    </div>
  );
}

interface StatusProps extends Pick<RowProps, 'name' | 'locked' | 'onReset'> {
  readonly id: string;
  readonly note: string | null | undefined;
}

/** How a setting compares with others, and the button that resets it. */
function Status({ id, name, note, locked, onReset }: StatusProps): JSX.Element | null {
  if (!note && !onReset) return null;
  return (
    <div class="status">
      {note && (
        <span class={locked ? 'tag' : 'tag on'} id={id}>
          {note}
        </span>
      )}
      {!locked && onReset && (
        <button type="button" class="link" data-step="reset" aria-label={texts.of(texts.reset, name)} onClick={onReset}>
          {texts.reset}
        </button>
      )}
    </div>
  );
}
