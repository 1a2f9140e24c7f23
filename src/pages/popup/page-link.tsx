import type { JSX } from 'preact';
import { reportFailure } from '../../extension/promises.ts';
import { leaveFor } from './site-tab.ts';

interface PageLinkProps {
  /** Address of a page of the extension, from its root. */
  readonly href: string;
  readonly name: string;
  /** More text, shown on hover. */
  readonly hint?: string;
  readonly class?: string;
}

/** Opens a page of the extension in a tab of its own. */
export function PageLink({ href, name, hint, class: className }: PageLinkProps): JSX.Element {
  function follow(event: MouseEvent): void {
    // For a middle click or one with a modifier key, the browser opens the tab itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    leaveFor(href.slice(1)).catch(reportFailure('open its page'));
  }
  return (
    <a class={className} href={href} title={hint} onClick={follow}>
      {name}
    </a>
  );
}
