import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isDataNewer } from '../../extension/storage.ts';
import { pageTexts as texts } from './texts.ts';

/** Says that nothing is saved, if a newer version has stored the data; otherwise nothing. */
export function NewerData(): JSX.Element | null {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    // A storage that fails is reported by whatever else is read of it.
    isDataNewer().then(setNewer, () => {});
  }, []);
  if (!newer) return null;
  return (
    <p class="notice" role="alert" data-newer>
      {texts.newerData}
    </p>
  );
}
