import { message, words } from '../../languages/messages.ts';

/** The full page around its sections. */
export const pageTexts = words('page', {
  sections: {},
  resetOne: (name: string) => message('page_resetOne', name),
});
