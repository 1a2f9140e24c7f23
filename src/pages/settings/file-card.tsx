import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formats } from '../../languages/formats.ts';
import { Card } from '../parts/controls.tsx';
import type { AllChoices } from '../../settings/read-all-choices.ts';
import {
  MAX_FILE,
  readSettingsFile,
  writeSettingsFile,
  type FileProblem,
  type SettingsFile,
} from '../../settings/settings-file.ts';
import { today } from '../../stats/calendar.ts';
import { settingsTexts as texts } from '../../settings/texts.ts';
import { Button } from '../parts/button.tsx';
import { saveFile } from '../parts/save-file.ts';

type Chosen = SettingsFile | { readonly problem: FileProblem };

interface FileCardProps {
  readonly all: AllChoices;
  readonly onApply: (choices: AllChoices) => void;
}

/** Exports all settings to a file, and replaces them by those of a file. */
export function FileCard({ all, onApply }: FileCardProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  function exportAll(): void {
    saveFile(
      new Blob([writeSettingsFile(all)], { type: 'application/json' }),
      `stream-fixer-settings-${today()}.json`,
    );
  }

  async function take(chooser: HTMLInputElement): Promise<void> {
    const file = chooser.files?.[0];
    const read = file ? await readChosenFile(file) : null;
    // A large file may take longer than the next one.
    if (chooser.files?.[0] !== file) return;
    setChosen(read);
    if (!read || 'problem' in read) return;
    // The message about the result takes the focus then: it may be out of sight.
    (document.activeElement as HTMLElement | null)?.blur();
    onApply(read.choices);
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
          onChange={({ currentTarget }) => void take(currentTarget)}
        />
      </div>
      {chosen && 'problem' in chosen && (
        <p class="notice failed" role="alert" data-import="problem">
          {texts.problems[chosen.problem]}
        </p>
      )}
      {chosen && 'leftOut' in chosen && chosen.leftOut.length > 0 && (
        <p class="notice caution" role="alert" data-import="left-out">
          {texts.leftOut(formats.list(chosen.leftOut))}
        </p>
      )}
    </Card>
  );
}

/** @returns its settings, or why there are none */
export async function readChosenFile(file: Pick<File, 'size' | 'text'>): Promise<Chosen> {
  // UTF-8 takes at most three bytes for one UTF-16 unit. One that cannot be read has no settings
  // either.
  return readSettingsFile(file.size > 3 * MAX_FILE ? '' : await file.text().catch(() => ''));
}

/**
 * For a click on the input: choosing the same file again is then a change, as it may have been
 * corrected meanwhile.
 */
export function forgetFile({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
  currentTarget.value = '';
}
