import type { JSX } from 'preact';
import type { SectionProps } from '../../page/section.ts';

/** What holds on all sites or on one, and how to change it. */
export function SettingsSection({ site }: SectionProps): JSX.Element {
  return <p class="small">{site}</p>;
}
