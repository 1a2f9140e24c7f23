/** Tests read English, whatever the machine speaks. */
import { i18nIn, setI18n } from './locales.ts';

await setI18n(i18nIn('en'));
