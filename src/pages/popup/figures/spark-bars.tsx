import type { JSX } from 'preact';
import { heightOf } from '../../statistics/charts/bar-layout.ts';
import { popupTexts } from '../texts.ts';

interface SparkBarsProps {
  /** One for each day, oldest first; the last is today. */
  readonly values: readonly number[];
  /** What is counted: "Markers removed". */
  readonly label: string;
}

const WIDTH = 8;
const HEIGHT = 24;

/** One small bar for each day, in the colour of the surrounding text; screen readers get the total instead. */
export function SparkBars({ values, label }: SparkBarsProps): JSX.Element {
  const sum = values.reduce((total, value) => total + value, 0);
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={popupTexts.spark(label, sum, values.length)}
      viewBox={`0 0 ${values.length * WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      fill="currentColor"
    >
      {values.map((value, index) => {
        // A day without any still gets a low mark, so that gaps can be counted.
        const height = value > 0 ? heightOf(value, most, HEIGHT, 4) : 1;
        return <rect key={index} x={index * WIDTH + 1} y={HEIGHT - height} width={WIDTH - 2} height={height} />;
      })}
    </svg>
  );
}
