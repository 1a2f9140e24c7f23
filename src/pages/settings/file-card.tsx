import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Card } from '../parts/controls.tsx';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import { compareChoices } from '../../settings/compare-choices.ts';
import {
  MAX_FILE,
  readSettingsFile,
  settingsFileName,
  writeSettingsFile,
  type FileProblem,
  type SettingsFile,
} from '../../settings/settings-file.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import type { KnownSettings } from './use-settings.ts';
import { ImportPreview } from './import-preview.tsx';
import { Button } from '../parts/button.tsx';
import { saveFile } from '../parts/save-file.ts';

type Chosen = SettingsFile | { readonly problem: FileProblem };

interface FileCardProps {
  readonly known: KnownSettings;
  readonly onApply: (choices: AllChoices) => void;
}

/** Exports all settings to a file and imports them. Nothing changes before the changes were shown. */
export function FileCard({ known: { all, managed }, onApply }: FileCardProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  function exportAll(): void {
    saveFile(new Blob([writeSettingsFile(all)], { type: 'application/json' }), settingsFileName(new Date()));
  }

  function take({ files }: HTMLInputElement): void {
    const [file] = files ?? [];
    setChosen(null);
    if (file) void readChosenFile(file).then(setChosen);
  }

  return (
    <Card title={texts.fileTitle} about={texts.fileAbout}>
      <div class="steps">
        <Button step="export" text={texts.exportFile} onClick={exportAll} />
        <Button step="import" text={texts.importFile} onClick={() => input.current?.click()} />
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          onClick={forgetFile}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      </div>
      {chosen && 'problem' in chosen && (
        <p class="notice failed" role="alert" data-import="problem">
          {texts.problems[chosen.problem]}
        </p>
      )}
      {chosen && !('problem' in chosen) && (
        <ImportPreview
          file={chosen}
          difference={compareChoices(all, chosen.choices)}
          packs={[...chosen.choices.packs, ...all.packs]}
          managed={managed}
          onApply={() => {
            // Moves the focus nowhere: the message about the result takes it.
            setChosen(null);
            onApply(chosen.choices);
          }}
          onCancel={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** @returns its settings, or why there are none */
export async function readChosenFile(file: Pick<File, 'size' | 'text'>): Promise<Chosen> {
  // UTF-8 takes at most three bytes for one UTF-16 unit. One that cannot be read has no settings either.
  return readSettingsFile(file.size > 3 * MAX_FILE ? '' : await file.text().catch(() => ''));
}

/** For a click on the input: choosing the same file again is then a change, as it may have been corrected meanwhile. */
export function forgetFile({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
  currentTarget.value = '';
}
