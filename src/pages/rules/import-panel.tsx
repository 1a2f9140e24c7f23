import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formats } from '../../languages/formats.ts';
import { forgetFile, readChosenFile } from '../parts/chosen-file.ts';
import { MAX_ALIKE } from '../../rules/pack-cost.ts';
import { readPackFile, type PackFile } from '../../rules/pack-file.ts';
import { MAX_PACKS } from '../../rules/read-packs.ts';
import type { RulePack } from '../../normalizer/rules/rule.ts';
import { rulesTexts } from './texts.ts';

const texts = rulesTexts.file;

interface ImportPanelProps {
  /** Ids that no new pack may have. */
  readonly taken: ReadonlySet<string>;
  /** How many more packs can be kept. */
  readonly room: number;
  readonly onTake: (packs: readonly RulePack[]) => Promise<void>;
  readonly onCancel: () => void;
}

/** Reads a file of packs, shows what is in it, and imports it on request. */
export function ImportPanel({ taken, room, onTake, onCancel }: ImportPanelProps): JSX.Element {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<PackFile | null>(null);
  const [wrong, setWrong] = useState('');

  useLayoutEffect(() => input.current?.focus(), []);

  async function read(chosen: File): Promise<void> {
    const found = await readChosenFile(chosen, (text) => readPackFile(text, taken));
    setFile('problem' in found ? null : found);
    setWrong('problem' in found ? texts.problems[found.problem] : '');
  }

  function choose({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
    const [chosen] = currentTarget.files ?? [];
    if (chosen) void read(chosen);
  }

  return (
    <div class="import">
      <label for={id}>{texts.choose}</label>
      <input id={id} ref={input} type="file" accept=".json,application/json" onClick={forgetFile} onChange={choose} />
      <p class="wrong" role="status">
        {wrong}
      </p>
      {file && (
        <>
          <h3>{texts.title}</h3>
          <ul>
            {file.packs.map(({ id: pack, name, rules }) => (
              <li key={pack}>
                {name} <span class="small">{rulesTexts.rules(rules.length)}</span>
                <ul>
                  {rules.map((rule) => (
                    <li key={rule.id}>
                      <code>{rule.pattern}</code>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <p class="small">{texts.offAtFirst}</p>
          {file.packs.length > room && <p class="notice caution">{texts.noRoom(room, MAX_PACKS)}</p>}
          {file.tooSlow.length > 0 && (
            <p class="notice caution">{texts.tooSlow(formats.list(file.tooSlow), MAX_ALIKE)}</p>
          )}
          {file.leftOut > 0 && <p class="notice caution">{texts.leftOut(file.leftOut)}</p>}
        </>
      )}
      <div class="steps">
        {file && file.packs.length <= room && (
          <button type="button" class="button primary" data-step="take" onClick={() => void onTake(file.packs)}>
            {texts.take(file.packs.length)}
          </button>
        )}
        <button type="button" class="button" data-step="cancel" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  );
}
