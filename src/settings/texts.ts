import { words } from '../languages/messages.ts';

/** The settings of the full page. */
export const settingsTexts = words('settings');
