import { words } from '../languages/messages.ts';

/** The inspector: the streams of one page, frame by frame. */
export const inspectorTexts = words('inspector');
