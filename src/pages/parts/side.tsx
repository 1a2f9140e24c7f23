import type { JSX } from 'preact';
import { hashOf, hrefOf, SECTIONS, type SectionName } from '../../extension/routes.ts';
import { message } from '../../languages/messages.ts';
import { pageTexts as texts } from './texts.ts';
import './side.css';

interface SideProps {
  /** The section shown; null on a page that is none of them. */
  readonly current: SectionName | null;
  /** The site whose sections are linked; null for all sites. */
  readonly site: string | null;
}

/** The head that all pages share: the product, and links to every section. */
export function Side({ current, site }: SideProps): JSX.Element {
  // On the page of the sections, a fragment alone never reloads it.
  const addressOf = current === null ? hrefOf : hashOf;
  return (
    <header class="side">
      <p class="product">
        <img src="/icon/tile.svg" alt="" />
        {message('name')}
      </p>
      <nav aria-label={texts.navigation}>
        <ul class="sections">
          {SECTIONS.map((section) => (
            <li key={section}>
              <a
                href={addressOf({ section, site })}
                aria-current={section === current ? 'page' : undefined}
              >
                {texts.sections[section]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
