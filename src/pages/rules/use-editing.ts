/** What is being edited in the rules section, and what was just deleted; puts the focus back when a form closes. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import { EMPTY, packWith, type Draft } from './draft.ts';
import { rulesTexts as texts } from './texts.ts';
import type { Rules, RulesState } from './use-rules.ts';

export interface Editing {
  /** The rule in the form; null without a form. */
  readonly draft: Draft | null;
  readonly importing: boolean;
  /** A form is open, or the import. */
  readonly open: boolean;
  /** There is no room for another pack. */
  readonly full: boolean;
  /** Ids that no new pack may have. */
  readonly taken: ReadonlySet<string>;
  /** The pack that was deleted last, until it is restored. */
  readonly removed: RulePack | null;
  /** The id of the pack that the last rule was saved into, if it is a new one. */
  readonly added: string | null;
  /** For screen readers. */
  readonly said: string;
  /** Where the focus goes when a form closes: the button for a new rule, or why there is none. */
  readonly back: {
    readonly button: { current: HTMLButtonElement | null };
    readonly why: { current: HTMLParagraphElement | null };
  };
  edit(draft: Draft): void;
  startImport(): void;
  close(): void;
  saveDraft(written: Draft): Promise<void>;
  takePacks(packs: readonly RulePack[]): Promise<void>;
  removePack(pack: RulePack): Promise<void>;
  undo(pack: RulePack): Promise<void>;
}

/** @param reply a reply that somebody wants to try a new rule on, or '' */
export function useEditing(rules: Rules, { own, taken }: RulesState, reply: string): Editing {
  const full = own.length >= MAX_PACKS;
  const [draft, edit] = useState<Draft | null>(reply === '' || full ? null : EMPTY);
  const [importing, setImporting] = useState(false);
  const [removed, setRemoved] = useState<RulePack | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const why = useRef<HTMLParagraphElement>(null);
  /** The form is gone, so the focus moves to where it was opened. */
  const closed = useRef(false);
  const open = draft !== null || importing;
  /** A deleted pack that can be restored keeps its id until then. */
  const allTaken = removed ? new Set([...taken, removed.id]) : taken;

  useLayoutEffect(() => {
    if (open || !closed.current) return;
    closed.current = false;
    focusBack();
  }, [open]);

  function focusBack(): void {
    (button.current ?? why.current)?.focus();
  }

  function close(): void {
    closed.current = true;
    edit(null);
    setImporting(false);
  }

  return {
    draft,
    importing,
    open,
    full,
    taken: allTaken,
    removed,
    added,
    said,
    back: { button, why },
    edit,
    startImport: () => setImporting(true),
    close,
    async saveDraft(written) {
      const pack = packWith(written, own, allTaken);
      if (!(await rules.save(pack))) return;
      if (own.every(({ id }) => id !== pack.id)) {
        setAdded(pack.id);
        setSaid(texts.saved);
      }
      close();
    },
    async takePacks(packs) {
      if (!(await rules.save(...packs))) return;
      setSaid(texts.file.taken(packs.length));
      close();
    },
    async removePack(pack) {
      if (await rules.remove(pack.id)) setRemoved(pack);
    },
    async undo(pack) {
      if (!(await rules.save(pack))) return;
      setRemoved(null);
      focusBack();
    },
  };
}
