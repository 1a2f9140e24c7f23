import type { JSX } from 'preact';
import { SettingsProblem } from './settings-problem.tsx';
import { SitesCard } from './sites-card.tsx';
import { useSettings } from './use-settings.ts';

/** Every site that was ever on, with its switch and a link to its settings. */
export function SitesSection(): JSX.Element {
  const { known, problem } = useSettings();
  return (
    <>
      <SettingsProblem problem={problem} />
      {known && <SitesCard known={known} />}
    </>
  );
}
