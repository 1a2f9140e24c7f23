import { message, words } from '../languages/messages.ts';

/** Why a step with the companion failed. */
export const companionTexts = words({
  pending: 'companion_pending',
  notSignedIn: 'companion_notSignedIn',
  notKept: 'companion_notKept',
  gone: 'companion_gone',
  notPutBack: 'companion_notPutBack',
  onlyAdmin: { install: 'companion_onlyAdmin_install', remove: 'companion_onlyAdmin_remove' },
  foreign: (id: string) => message('companion_foreign', id),
  role: 'companion_role',
  list: 'companion_list',
  read: 'companion_read',
  create: 'companion_create',
  update: 'companion_update',
  remove: 'companion_remove',
  flip: 'companion_flip',
  silent: (what: string) => message('companion_silent', what),
  answered: (what: string, status: number) => message('companion_answered', what, String(status)),
  answeredWith: (what: string, status: number, detail: string) =>
    message('companion_answeredWith', what, String(status), detail),
});
