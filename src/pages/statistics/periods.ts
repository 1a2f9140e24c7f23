/** How many days are shown, today included. */
export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** What is shown first. */
export const FIRST_PERIOD: Period = 30;
export const LONGEST_PERIOD: Period = 90;
