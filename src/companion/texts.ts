import { message, words } from '../languages/messages.ts';

/** Why a step with the companion failed. */
export const companionTexts = words('companion', {
  onlyAdmin: {},
  foreign: (id: string) => message('companion_foreign', id),
  silent: (what: string) => message('companion_silent', what),
  answered: (what: string, status: number) => message('companion_answered', what, String(status)),
  answeredWith: (what: string, status: number, detail: string) =>
    message('companion_answeredWith', what, String(status), detail),
});
