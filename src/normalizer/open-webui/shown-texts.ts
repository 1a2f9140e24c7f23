import type { CleaningOptions, ReportOptions } from '../reply/reply.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { MarkerFilterOptions } from '../text/marker-filter.ts';
import type { MarkerReport } from './marker-report.ts';
import { createReplyItems, type ItemPart, type ReplyText, type ReplyTexts } from './reply-texts.ts';
import { createTextPart, type TextEvents, type TextPart } from './text-part.ts';

/** How the texts of a reply are cleaned. */
export interface ViewOptions
  extends
    CleaningOptions,
    Pick<ReportOptions, 'echoesMarkers'>,
    Pick<MarkerFilterOptions, 'isAnybodys'>,
    Required<Pick<ReportOptions, 'expectsMarkers' | 'report'>> {}

/** More texts than any reply has; further ones stay unchanged. */
const MAX_PARTS = 2000;

/**
 * All texts of a reply. `content` and the output items contain the same text twice: each is a view
 * of its own.
 * @param joins returns whether the next texts may contain older text than we have heard
 */
export function createShownTexts(options: ViewOptions, report: MarkerReport, joins: () => boolean) {
  const content = createTextView(options, report, joins);
  const output = createTextView(options, report, joins);
  let items = createReplyItems();
  /** The part that deltas of `content` continue. */
  let lastContent = '0';

  /**
   * Returns the key of the part before this one, as the page shows the parts of an item with
   * nothing between them.
   */
  function keyBefore(part: ItemPart): string | null {
    return part.part > 0 ? items.keyOf({ ...part, part: part.part - 1 }) : null;
  }

  function cleanContent({ text, mode }: ReplyText): string {
    const parts = findContentParts(text);
    content.keepOnly(parts.map(({ block }) => String(block)));
    return replaceParts(text, parts, (piece, { to, block }) => {
      lastContent = String(block);
      const part = content.part(lastContent);
      return cleanPart(part, { text: piece, mode: to === text.length ? mode : 'closed' });
    });
  }

  /** @param key of a part of an item; null if it is unknown */
  function cleanText(text: ReplyText, key: string | null): string {
    if (text.part)
      return key === null ? text.text : cleanPart(output.part(key, keyBefore(text.part)), text);
    if (text.mode === 'append') return cleanPart(content.part(lastContent), text);
    return cleanContent(text);
  }

  return {
    /**
     * Takes the items of an event.
     * @returns for each of its texts the key of its part; null if there is none
     */
    place({ texts, list, items: shown = [] }: ReplyTexts): readonly (string | null)[] {
      if (list) items.replace(list);
      for (const item of shown) items.see(item);
      return texts.map(({ part }) => part && items.keyOf(part));
    },
    /** @param keys from `place`. @returns the replacement of each text, in order */
    clean({ texts, list }: ReplyTexts, keys: readonly (string | null)[]): readonly string[] {
      if (list) output.keepOnly(keys);
      return texts.map((text, i) => cleanText(text, keys[i] ?? null));
    },
    all: (): readonly TextPart[] => [...content.all(), ...output.all()],
    /** Returns the whole text, as the page shows it. */
    said(): string {
      const [text = '', shown = ''] = [content, output].map((view) =>
        view
          .all()
          .map((part) => part.text())
          .join('\n\n'),
      );
      return text.trim() === '' ? shown : text;
    },
    /** The next texts are of another reply. */
    drop(): void {
      content.clear();
      output.clear();
      items = createReplyItems();
    },
  };
}

function cleanPart(
  part: TextPart | null,
  { text, mode }: Pick<ReplyText, 'text' | 'mode'>,
): string {
  if (!part) return text;
  return mode === 'append' ? part.append(text) : part.show(text, mode === 'open');
}

/**
 * The texts of a reply as one list: of its `content`, or of its output items.
 * @param joins returns whether the next texts may contain older text than we have heard
 */
function createTextView(options: ViewOptions, report: MarkerReport, joins: () => boolean) {
  const parts = new Map<string, TextPart>();
  const how = {
    rules: options.rules,
    cleans: () => options.cleans?.() !== false,
    expected: options.expectsMarkers,
    echoes: options.echoesMarkers,
    isAnybodys: options.isAnybodys,
  };
  const events: TextEvents = {
    onBeginning: report.begin,
    onEvidence: () => options.report({ type: 'evidence', evidence: 'text' }),
    onText: report.text,
    onTail: (marker, before) => report.tail(sumOf('found') + 1 + before, marker, joins()),
    onTailRefused: () => report.tailRefused(sumOf('found')),
    onMarker: (marker, isProof) => report.removed(sumOf('found'), marker, isProof),
    onKept: report.kept,
    onRule: (hit) => report.ruled(sumOf('ruled'), hit),
  };

  function sumOf(what: 'found' | 'ruled'): number {
    let sum = 0;
    for (const part of parts.values()) sum += part[what]();
    return sum;
  }

  return {
    /** @param before key of the text that this one continues. @returns null beyond the limit */
    part(key: string, before: string | null = null): TextPart | null {
      const known = parts.get(key);
      if (known || parts.size >= MAX_PARTS) return known ?? null;
      const after = before === null ? undefined : parts.get(before)?.ending();
      const part = createTextPart({ ...how, after, joined: joins() }, events);
      parts.set(key, part);
      return part;
    },
    /** Drops all texts but these. */
    keepOnly(keys: readonly (string | null)[]): void {
      if (parts.size === 0) return;
      const kept = new Set(keys);
      for (const key of parts.keys()) if (!kept.has(key)) parts.delete(key);
    },
    clear: (): void => parts.clear(),
    all: (): readonly TextPart[] => [...parts.values()],
  };
}
