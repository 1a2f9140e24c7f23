import { cleanStoredText, cleanText, type CleanTextOptions } from '../cleaning/clean-text.ts';
import type { JsonPath, StringEdit } from '../json/json-edit.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import { textEnd, type TextEnd } from '../text/text-end.ts';
import type { ChatEvidence } from './chat-evidence.ts';
import type { ChatMessage } from './chat-event.ts';
import type { readItems } from './reply-texts.ts';

/** Cleans texts that events bring as a whole, and that no later event continues. */
export interface WholeTexts {
  /** Cleans a whole `content`: its text parts are cleaned, its blocks stay. */
  content(path: JsonPath, content: string, message: ChatMessage): readonly StringEdit[];
  /** Cleans texts of items. The parts of an item are shown with nothing between them. */
  items(texts: ReturnType<typeof readItems>, message: ChatMessage): readonly StringEdit[];
  /**
   * Cleans titles and notifications, which a model writes too. One that is nothing but a marker stays: an empty one
   * could not be clicked.
   */
  label(path: JsonPath, text: unknown, message: ChatMessage): readonly StringEdit[];
}

/** @param cleans returns whether anything is removed at the moment */
export function createWholeTexts(
  rules: CompiledRules | null,
  evidence: ChatEvidence,
  cleans: () => boolean,
): WholeTexts {
  function howOf(message: ChatMessage): CleanTextOptions {
    return {
      rules,
      expected: () => evidence.expectsMarkers(message),
      onEvidence: (found) => evidence.prove(message, found),
    };
  }

  function cleaned(text: string, message: ChatMessage, after?: TextEnd): string {
    return cleans() ? cleanText(text, { ...howOf(message), after }).text : text;
  }

  return {
    content(path, content, message) {
      return edit(
        path,
        content,
        replaceParts(content, findContentParts(content), (text) => cleaned(text, message)),
      );
    },
    items(texts, message) {
      let item: number | null = null;
      let end: TextEnd | undefined;
      return texts.flatMap(({ path, text, part }) => {
        const after = part.index === item ? end : undefined;
        item = part.index;
        end = textEnd(text, after);
        return edit(path, text, cleaned(text, message, after));
      });
    },
    label(path, text, message) {
      if (typeof text !== 'string' || !cleans()) return [];
      const label = cleanStoredText(text, howOf(message)).text;
      return label.trim() === '' ? [] : edit(path, text, label);
    },
  };
}

/** @returns the edit that writes a text; none if the text is the same */
export function edit(path: JsonPath, text: string, value: string): readonly StringEdit[] {
  return value === text ? [] : [{ path, value }];
}
