import type { JSX } from 'preact';

interface ProgressProps {
  readonly label: string;
  readonly value: number;
  /** Null while the total is unknown. */
  readonly max: number | null;
}

/** A progress bar. Its numbers are beside it as text. */
export function Progress({ label, value, max }: ProgressProps): JSX.Element {
  return max === null ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} value={value} max={Math.max(max, 1)} />
  );
}
