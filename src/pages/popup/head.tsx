import type { JSX, RefObject } from 'preact';
import { message } from '../../languages/messages.ts';
import { popupTexts } from './texts.ts';

/** Characters beyond which a host gets a smaller font. */
const LONG_HOST = 28;

interface HeadProps {
  /** Host and port; null until the tab is known. */
  readonly host: string | null;
  /** In place of a host. */
  readonly title: string | null;
  /** Null: not known, so there is nothing to switch yet. */
  readonly on: boolean | null;
  readonly busy: boolean;
  /** The switch, once there is something to switch. */
  readonly toggle: RefObject<HTMLButtonElement | null>;
  readonly onTurn: (on: boolean) => void;
}

/**
 * Product, site and switch. The row keeps its height while nothing is known, so that nothing jumps.
 */
export function Head({ host, title, on, busy, toggle, onTurn }: HeadProps): JSX.Element {
  return (
    <header>
      <div class="site">
        <p class="product">
          <img src="/icon/on.svg" width="16" height="16" alt="" />
          {message('name')}
        </p>
        <h1 class={host !== null && host.length > LONG_HOST ? 'long' : ''}>
          {host ?? title ?? '\u00a0'}
        </h1>
      </div>
      {host !== null && on !== null && (
        <SiteSwitch host={host} on={on} busy={busy} button={toggle} onTurn={onTurn} />
      )}
    </header>
  );
}

interface SiteSwitchProps {
  readonly host: string;
  readonly on: boolean;
  readonly busy?: boolean;
  readonly button?: RefObject<HTMLButtonElement | null>;
  readonly onTurn: (on: boolean) => void;
}

/** Turns a site on and off. */
export function SiteSwitch({
  host,
  on,
  busy = false,
  button,
  onTurn,
}: SiteSwitchProps): JSX.Element {
  return (
    <button
      ref={button}
      type="button"
      role="switch"
      class="switch"
      aria-checked={on}
      aria-label={popupTexts.switchName(host)}
      aria-busy={busy}
      onClick={() => onTurn(!on)}
    >
      <span class="knob" />
    </button>
  );
}
