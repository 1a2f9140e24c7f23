import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { PERIODS, type Period } from './periods.ts';
import { statisticsTexts as texts } from './texts.ts';

interface PeriodChoiceProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

/** One of three, side by side. */
export function PeriodChoice({ period, onChoose }: PeriodChoiceProps): JSX.Element {
  const name = useId();
  return (
    <fieldset class="periods">
      <legend class="unseen">{texts.period}</legend>
      {PERIODS.map((days) => (
        <label key={days}>
          <input type="radio" name={name} value={days} checked={days === period} onChange={() => onChoose(days)} />
          <span>{texts.days(days)}</span>
        </label>
      ))}
    </fieldset>
  );
}
