import { words } from '../languages/messages.ts';

/** Why a step with the companion failed. */
export const companionTexts = words('companion');
