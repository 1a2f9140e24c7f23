import { words } from '../../languages/messages.ts';

/** Texts of the rules section. */
export const rulesTexts = words('rules');
