import type { JSX } from 'preact';
import { browser } from 'wxt/browser';
import { reportFailure } from '../../extension/promises.ts';
import { settingsTexts } from '../../settings/texts.ts';
import { NOTIFIES } from '../../sites/notify.ts';
import { SwitchRow } from '../parts/controls.tsx';
import { useStored } from '../parts/use-stored.ts';
import { welcomeTexts } from '../welcome/texts.ts';

/** Whether a notification says that an agent waits: as the browser permits. */
export function NotifyRow(): JSX.Element {
  const { value: on } = useStored(mayNotify, watchPermissions, 'find out whether it may notify', []);
  const { name, about } = settingsTexts.names.notify;

  function turn(wanted: boolean): void {
    // First thing in the click, or the browser does not ask.
    const done = wanted ? browser.permissions.request(NOTIFIES) : browser.permissions.remove(NOTIFIES);
    done.catch(reportFailure('turn notifications on or off'));
  }

  return (
    <SwitchRow
      id="notify"
      name={name}
      about={about}
      on={on === true}
      onTurn={turn}
      extra={on === false && <span class="small">{welcomeTexts.asksNext}</span>}
    />
  );
}

function mayNotify(): Promise<boolean> {
  return browser.permissions.contains(NOTIFIES);
}

function watchPermissions(onChange: () => void, signal: AbortSignal): void {
  for (const event of [browser.permissions.onAdded, browser.permissions.onRemoved]) {
    event.addListener(onChange);
    signal.addEventListener('abort', () => event.removeListener(onChange), { once: true });
  }
}
