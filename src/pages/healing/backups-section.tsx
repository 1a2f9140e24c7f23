import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { explainStorage } from '../../healing/backups/storage-trouble.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { BackupSummary, HealOutcome } from '../../healing/types.ts';
import type { KeptBackups } from './connection.ts';
import { formats } from '../../languages/formats.ts';
import type { Undos } from './outcome-text.ts';
import { UndoAllButton, UndoButton, UndoWords } from './outcomes.tsx';
import { Button, Failure } from '../parts/button.tsx';
import { hostOf } from '../popup/view-model.ts';
import { saveFile } from '../parts/save-file.ts';
import { Confirm } from '../parts/confirm.tsx';

interface BackupsSectionProps {
  readonly of: KeptBackups;
  /** Origin of their server. */
  readonly site: string;
  /** When this number changes, backups are read again. */
  readonly revision: number;
  /**
   * Outcomes that are shown above, with what can be done about them: their backups are not listed
   * once more.
   */
  readonly listed: readonly HealOutcome[];
  /** Null while there is no server to restore a chat to. */
  readonly undo: UndoProps | null;
}

interface UndoProps {
  readonly undos: Undos;
  readonly onUndo: (backupIds: readonly number[]) => void;
}

/** What was removed from chats, kept in the browser: can be restored, saved or deleted. */
export function BackupsSection({
  of,
  site,
  revision,
  listed,
  undo,
}: BackupsSectionProps): JSX.Element | null {
  const [backups, setBackups] = useState<readonly BackupSummary[] | null>(null);
  /** Why the browser's storage failed. */
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Ids of the backups about to be deleted. */
  const [leaving, setLeaving] = useState<readonly number[]>([]);

  function watch(work: Promise<void>): void {
    work.catch((error: unknown) => setTrouble(explainStorage(error)));
  }

  async function read(): Promise<void> {
    setBackups(await of.backups());
  }

  async function remove(): Promise<void> {
    await of.deleteBackups(leaving);
    setLeaving([]);
    await read();
  }

  async function save(): Promise<void> {
    const host = hostOf(site).replaceAll(':', '-');
    saveFile(await of.exportBackups(), `stream-fixer-backups-${host}.json`);
  }

  useEffect(() => watch(read()), [of, revision]);

  if (!backups) return trouble === null ? null : <Failure text={trouble} />;
  const others = backups.filter(
    ({ id }) => !listed.some((one) => one.kind === 'healed' && one.backupId === id),
  );
  const going = backups.filter(({ id }) => leaving.includes(id));
  // A backup is the only undo.
  const lost = going.length === 1 ? texts.deletesOne : texts.deletesSome(going.length);
  const confirm = (
    <Confirm text={lost} onDelete={() => watch(remove())} onKeep={() => setLeaving([])} />
  );
  return (
    <section class="backups" aria-labelledby="backups">
      <h2 id="backups">{texts.backupsTitle}</h2>
      {trouble !== null && <Failure text={trouble} />}
      <p class="small">
        {backups.length === 0
          ? texts.noBackups
          : formats.sentences(texts.backups(backups.length), texts.backupsAbout)}
      </p>
      {backups.length > 0 && (
        <div class="steps">
          {undo && (
            <UndoAllButton
              backupIds={others.filter(({ state }) => state !== 'undone').map(({ id }) => id)}
              onUndo={undo.onUndo}
            />
          )}
          <Button step="save" text={texts.save} onClick={() => watch(save())} />
          <Button
            step="delete-all"
            text={texts.deleteAll}
            onClick={() => setLeaving(backups.map(({ id }) => id))}
          />
        </div>
      )}
      {going.length > 1 && confirm}
      <ul class="list">
        {others.map((backup) => (
          <li key={backup.id} data-backup={backup.state}>
            <BackupRow backup={backup} undo={undo} onDelete={() => setLeaving([backup.id])} />
            {going.length === 1 && going[0] === backup && confirm}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BackupRowProps {
  readonly backup: BackupSummary;
  readonly undo: UndoProps | null;
  readonly onDelete: () => void;
}

function BackupRow({ backup, undo, onDelete }: BackupRowProps): JSX.Element {
  const title = backup.title || texts.untitled;
  return (
    <div class="row">
      <div class="words">
        <bdi>{title}</bdi>
        <span class="small">
          {texts.backup(backup.messages, texts.states[backup.state], formats.moment(backup.when))}
        </span>
        {undo && <UndoWords undos={undo.undos} backupId={backup.id} />}
      </div>
      <div class="steps">
        {undo && backup.state !== 'undone' && (
          <UndoButton title={title} {...undo} backupId={backup.id} />
        )}
        <Button
          step="delete"
          text={texts.delete}
          aria-label={`${texts.delete} ${title}`}
          onClick={onDelete}
        />
      </div>
    </div>
  );
}
