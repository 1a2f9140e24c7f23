/** Makes tests read English, whatever the machine's language. */
import { i18nIn, setI18n } from './locales.ts';

await setI18n(i18nIn('en'));
