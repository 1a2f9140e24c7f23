import type { JSX } from 'preact';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { SettingsControls } from './use-settings.ts';
import { Failure } from '../parts/button.tsx';

/** Why the settings could not be read, or a change not saved; nothing if all is well. */
export function SettingsProblem({ problem }: Pick<SettingsControls, 'problem'>): JSX.Element | null {
  if (!problem) return null;
  return <Failure text={problem === 'unread' ? texts.unread : texts.notSaved} />;
}
