/** A text before and after a change, side by side. */
import type { ComponentChildren, JSX } from 'preact';
import { pageTexts as texts } from './texts.ts';

interface PaneProps {
  readonly label: string;
  /** Title of what is compared. */
  readonly of: string;
  /** It is code, not words. */
  readonly code?: boolean;
  readonly children: ComponentChildren;
}

export function Pane({ label, of, code = false, children }: PaneProps): JSX.Element {
  const Text = code ? 'pre' : 'div';
  return (
    <div class="pane">
      <p class="small">{label}</p>
      {/* Reachable with Tab: it may be longer than its box. */}
      <Text
        class="text"
        tabIndex={0}
        role="region"
        aria-label={texts.of(label, of)}
        dir={code ? 'ltr' : 'auto'}
      >
        {children}
      </Text>
    </div>
  );
}

const MARKS = { removed: 'del', added: 'ins' } as const;

/** What only one side has. */
export function Change({
  kind,
  text,
}: {
  readonly kind: keyof typeof MARKS;
  readonly text: string;
}): JSX.Element {
  const Mark = MARKS[kind];
  return (
    <Mark>
      <span class="unseen">{texts[kind]} </span>
      {text}
    </Mark>
  );
}
