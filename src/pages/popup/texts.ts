/** What the popup says, in the language of the browser. */
import { noonOf } from '../../stats/calendar.ts';
import type { Day } from '../../stats/day.ts';
import { popupWords as de } from '../../languages/de/popup.ts';
import { popupWords as en } from '../../languages/en/popup.ts';
import { popupWords as es } from '../../languages/es/popup.ts';
import { formats, localeOf } from '../../languages/formats.ts';
import { popupWords as fr } from '../../languages/fr/popup.ts';
import { popupWords as ja } from '../../languages/ja/popup.ts';
import { LANGUAGE, pickWords } from '../../languages/language.ts';
import { popupWords as zhCn } from '../../languages/zh-CN/popup.ts';

export const popupTexts = pickWords(en, { de, es, fr, 'zh-CN': zhCn, ja });
export const { openWebUi: openWebUiTexts, stored: storedTexts, companion: companionTexts } = popupTexts;

/** Four digits fit on a narrow phone; beyond that "123.5K", the exact figure is in the title. */
export function figure(count: number): string {
  return count < 10_000 ? formats.figure(count) : formats.short(count);
}

/** "Sat 21 November"; the words for today on that day. @param day, today dates such as `2026-11-22` */
export function dayText(day: Day, today: Day): string {
  if (day === today) return popupTexts.thisDay;
  return new Intl.DateTimeFormat(localeOf(LANGUAGE), { weekday: 'short', day: 'numeric', month: 'short' }).format(
    noonOf(day),
  );
}

/** What was seen beside the repairs. @returns null for nothing */
export function besides(events: number, unknown: number): string | null {
  const told = [
    ...(events > 0 ? [popupTexts.besidesProgress(events, figure(events))] : []),
    ...(unknown > 0 ? [popupTexts.besidesUnknown(unknown, figure(unknown))] : []),
  ];
  return told.length === 0 ? null : popupTexts.besides(told);
}

/** @param history, badges whether they lack the companion */
export function companionAdds(history: boolean, badges: boolean): string {
  if (history && badges) return openWebUiTexts.addsBoth;
  if (history) return openWebUiTexts.addsHistory;
  return badges ? openWebUiTexts.addsBadges : openWebUiTexts.addsElsewhere;
}

/** @param version null when the installed one does not say */
export function companionKnown(version: string | null): string {
  return version === null ? openWebUiTexts.installed : openWebUiTexts.installedVersion(version);
}
