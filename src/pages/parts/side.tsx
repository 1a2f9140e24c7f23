import type { JSX } from 'preact';
import { ADVANCED, DOORS, hashOf, hrefOf, type SectionName } from '../../extension/routes.ts';
import { message } from '../../languages/messages.ts';
import { pageTexts as texts } from './texts.ts';
import './side.css';

interface SideProps {
  /** The section shown; null on a page that is none of them. */
  readonly current: SectionName | null;
  /** The site whose sections are linked; null for all sites. */
  readonly site: string | null;
}

/**
 * The head that all pages share: the product, and links to every section; those for a few are
 * folded away.
 */
export function Side({ current, site }: SideProps): JSX.Element {
  // On the page of the sections, a fragment alone never reloads it.
  const addressOf = current === null ? hrefOf : hashOf;

  function linkTo(section: SectionName): JSX.Element {
    return (
      <li key={section}>
        <a
          href={addressOf({ section, site })}
          aria-current={section === current ? 'page' : undefined}
        >
          {texts.sections[section]}
        </a>
      </li>
    );
  }

  return (
    <header class="side">
      <p class="product">
        <img src="/icon/tile.svg" alt="" />
        {message('name')}
      </p>
      <nav aria-label={texts.navigation}>
        <ul class="sections">
          {DOORS.map(linkTo)}
          <li>
            <details open={ADVANCED.some((section) => section === current)}>
              <summary>{texts.advanced}</summary>
              <ul class="sections">{ADVANCED.map(linkTo)}</ul>
            </details>
          </li>
        </ul>
      </nav>
    </header>
  );
}
