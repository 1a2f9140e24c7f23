/** The line drawings of the welcome page. They are decoration: the words are beside them. */
import type { ComponentChildren, JSX } from 'preact';

/** A piece of a browser's toolbar, with the icon and the pin beside it. */
export function PinPicture(): JSX.Element {
  return (
    <Picture>
      <rect x="8" y="22" width="104" height="28" rx="8" class="surface" />
      <rect x="16" y="30" width="44" height="12" rx="6" class="quiet" />
      <path d="M72 31h4a3 3 0 1 1 6 0h4v5a3 3 0 1 1 0 6v4H72z" class="line" />
      <Mark x={92} y={28} />
      <path d="M100 62v8M96 62h8M97.5 54h5l-1 8h-3z" class="accent line" />
    </Picture>
  );
}

/** A chat page with a question and an answer. */
export function ChatPicture(): JSX.Element {
  return (
    <Picture>
      <rect x="14" y="12" width="92" height="60" rx="8" class="surface" />
      <rect x="54" y="22" width="42" height="10" rx="5" class="quiet" />
      <path d="M24 44h46M24 52h56M24 60h32" class="line" />
    </Picture>
  );
}

/** The popup with its switch turned on. */
export function SwitchPicture(): JSX.Element {
  return (
    <Picture>
      <rect x="14" y="20" width="92" height="44" rx="8" class="surface" />
      <Mark x={22} y={34} />
      <rect x="44" y="38" width="20" height="8" rx="4" class="quiet" />
      <rect x="72" y="34" width="26" height="16" rx="8" class="fill" />
      <circle cx="90" cy="42" r="5" class="knob" />
    </Picture>
  );
}

function Picture({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <svg viewBox="0 0 120 84" width="120" height="84" aria-hidden="true">
      {children}
    </svg>
  );
}

/** The icon, as in `public/icon/on.svg`. @param x, y its upper left corner; 16 wide and high */
function Mark({ x, y }: { readonly x: number; readonly y: number }): JSX.Element {
  return (
    <g transform={`translate(${x} ${y})`} class="fill">
      <rect x="1" y="2" width="14" height="2" rx="1" />
      <rect x="1" y="12" width="14" height="2" rx="1" />
      <rect y="7" width="16" height="2" rx="1" />
      <rect x="4" y="5" width="8" height="6" rx="2" />
    </g>
  );
}
