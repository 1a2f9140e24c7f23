const WEEK = 7;

/**
 * The day that a key leads to in a chart of so many days; pure.
 * @param index the selected day, from 0
 * @returns null for keys that the chart does not use
 */
export function dayAfterKey(key: string, index: number, days: number): number | null {
  const next = targetOf(key, index, days);
  return next === null ? null : Math.min(days - 1, Math.max(0, next));
}

/** The keys of a slider: https://www.w3.org/WAI/ARIA/apg/patterns/slider/ */
function targetOf(key: string, index: number, days: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1;
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1;
    case 'PageDown':
      return index - WEEK;
    case 'PageUp':
      return index + WEEK;
    case 'Home':
      return 0;
    case 'End':
      return days - 1;
    default:
      return null;
  }
}
