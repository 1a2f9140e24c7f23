import type { JSX } from 'preact';
import { Card } from '../parts/controls.tsx';
import { BADGE_PLACES, BADGE_STAYS } from '../../settings/settings.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { ChoiceSelect, ChoiceSwitch, type Place } from './choice-row.tsx';

interface CardProps {
  readonly at: Place;
}

/** What is shown in the page. */
export function BadgesCard({ at }: CardProps): JSX.Element {
  return (
    <Card title={texts.badgesTitle} about={texts.atOnce}>
      <div class="rows">
        <ChoiceSwitch at={at} of="badges" />
        <ChoiceSelect at={at} of="badgeStay" options={BADGE_STAYS} />
        <ChoiceSelect at={at} of="badgePlace" options={BADGE_PLACES} />
        <ChoiceSwitch at={at} of="imitation" />
      </div>
    </Card>
  );
}

/** What is removed, and from where. */
export function CleaningCard({ at }: CardProps): JSX.Element {
  return (
    <Card title={texts.cleaningTitle} about={texts.atOnce}>
      <div class="rows">
        <ChoiceSwitch at={at} of="replies" />
        <ChoiceSwitch at={at} of="history" />
        <ChoiceSwitch at={at} of="storedChats" />
        {at.site !== null && <ChoiceSwitch at={at} of="hermes" />}
      </div>
    </Card>
  );
}
