import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { reportFailure } from '../../extension/promises.ts';
import { settingsTexts } from '../../settings/texts.ts';
import { NOTIFIES } from '../../sites/notify.ts';
import { SwitchRow } from '../parts/controls.tsx';
import { welcomeTexts } from '../welcome/texts.ts';

/** Whether a notification says that an agent waits: as the browser permits. */
export function NotifyRow(): JSX.Element {
  const [on, setOn] = useState(false);
  const { name, about } = settingsTexts.names.notify;
  const read = (): Promise<void> => browser.permissions.contains(NOTIFIES).then(setOn);
  useEffect(() => void read(), []);

  function turn(wanted: boolean): void {
    // First thing in the click, or the browser does not ask.
    const done = wanted
      ? browser.permissions.request(NOTIFIES)
      : browser.permissions.remove(NOTIFIES);
    done.then(read).catch(reportFailure('turn notifications on or off'));
  }

  const asks = !on && <span class="small">{welcomeTexts.asksNext}</span>;
  return <SwitchRow id="notify" name={name} about={about} on={on} onTurn={turn} extra={asks} />;
}
