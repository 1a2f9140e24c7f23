import type { JSX } from 'preact';
import { reportFailure } from '../../sites/report.ts';
import { leaveFor } from './site-tab.ts';

interface PageLinkProps {
  /** Of a page of the extension, from its root on. */
  readonly href: string;
  readonly name: string;
  /** Says more on hover. */
  readonly hint?: string;
  readonly class?: string;
}

/** Leads to a page of the extension in a tab of its own. */
export function PageLink({ href, name, hint, class: className }: PageLinkProps): JSX.Element {
  function follow(event: MouseEvent): void {
    // A middle click or one with a key opens the tab the browser's own way.
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
