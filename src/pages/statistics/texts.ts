import { words } from '../../languages/messages.ts';

/** Texts of the statistics in the full page. */
export const statisticsTexts = words('statistics');
