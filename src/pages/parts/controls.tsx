/** The controls that the sections share, styled by page.css. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { pageTexts as texts } from './texts.ts';

interface CardProps {
  /** Omitted if the heading of the page says it. */
  readonly title?: string;
  /** One or two sentences below the title. */
  readonly about?: string;
  readonly children?: ComponentChildren;
}

/** A group with a heading. */
export function Card({ title, about, children }: CardProps): JSX.Element {
  const id = useId();
  return (
    <section class="card" aria-labelledby={title && id}>
      {title && <h2 id={id}>{title}</h2>}
      {about && <p class="small">{about}</p>}
      {children}
    </section>
  );
}

interface SwitchRowProps {
  /** For tests and pictures: which one it is. */
  readonly id: string;
  readonly name: string;
  readonly about?: string;
  /** How it compares with others, for instance that it differs from all sites. */
  readonly status?: string | null;
  /** Set by an administrator: it is shown, and cannot be changed. */
  readonly locked?: boolean;
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
  /** Null if there is nothing to reset. */
  readonly onReset?: (() => void) | null;
  /** A link or a button that belongs to it. */
  readonly extra?: ComponentChildren;
}

/** A name and a switch. */
export function SwitchRow(props: SwitchRowProps): JSX.Element {
  const { id, name, about, status, locked, on, onTurn, onReset, extra } = props;
  const own = useId();
  const note = locked ? texts.locked : status;
  const description = [about && `${own}-about`, note && `${own}-status`].filter(Boolean).join(' ');
  return (
    <div class="row" data-setting={id}>
      <div class="words">
        <label for={own}>{name}</label>
        {about && (
          <span class="small" id={`${own}-about`}>
            {about}
          </span>
        )}
        {(note || onReset) && (
          <div class="status">
            {note && (
              <span class={locked ? 'tag' : 'tag on'} id={`${own}-status`}>
                {note}
              </span>
            )}
            {!locked && onReset && (
              <button
                type="button"
                class="link"
                data-step="reset"
                aria-label={texts.of(texts.reset, name)}
                onClick={onReset}
              >
                {texts.reset}
              </button>
            )}
          </div>
        )}
        {extra}
      </div>
      <div class="control">
        <button
          id={own}
          type="button"
          role="switch"
          class="switch"
          aria-checked={on}
          aria-describedby={description || undefined}
          aria-disabled={locked ? true : undefined}
          onClick={() => !locked && onTurn(!on)}
        />
      </div>
    </div>
  );
}
