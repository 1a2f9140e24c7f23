/** Replaces `browser` in the page: badges running in it read their texts, and nothing else. */
import en from '../../../src/public/_locales/en/messages.json';
import { createI18n } from '../i18n.ts';

export const browser = { i18n: createI18n(en, en) };
