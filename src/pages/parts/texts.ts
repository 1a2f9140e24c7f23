import { words } from '../../languages/messages.ts';

/** The full page around its sections, and what several sections say. */
export const pageTexts = words('page');
