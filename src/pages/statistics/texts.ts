import { words } from '../../languages/messages.ts';

/** Texts of the statistics in the settings. */
export const statisticsTexts = words('statistics');
