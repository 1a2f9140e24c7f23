import { words } from '../languages/messages.ts';

/** The toolbar icon and its menu. */
export const iconTexts = words('icon');
