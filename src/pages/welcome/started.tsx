import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { badgeTexts, summaryOfOne } from '../../badges/texts.ts';
import { formats } from '../../languages/formats.ts';
import { watchStorage } from '../../extension/storage.ts';
import { iconTexts } from '../../sites/texts.ts';
import { useStored } from '../parts/use-stored.ts';
import { readStoredState } from '../popup/stored-state.ts';
import { hostOf } from '../popup/view-model.ts';
import { LegendMark } from './legend-mark.tsx';
import { welcomeTexts as texts } from './texts.ts';

/**
 * The second step: what to see in the chat, whether it was there, and where the icon is.
 * @param site that was turned on
 */
export function Started({ site }: { readonly site: string }): JSX.Element {
  const { value } = useStored(
    () => readTools(site),
    watchStorage,
    'read what was seen in the chat',
    [site],
  );
  /** Of earlier times: the site may have been on before. */
  const before = useRef<number | null>(null);
  before.current ??= value;
  const seen = (value ?? 0) - (before.current ?? 0);
  return (
    <>
      <h2>{iconTexts.on(hostOf(site))}</h2>
      <p>{texts.tryIt}</p>
      <RanLine />
      <p role="status" class={seen > 0 ? 'check seen' : 'check'}>
        <LegendMark name={seen > 0 ? 'ran' : 'running'} />
        {seen > 0 ? texts.seen(badgeTexts.tools(seen)) : texts.waiting}
      </p>
      {seen === 0 && (
        <p class="small">
          {formats.sentences(String(texts.questions[1]), String(texts.answers[1]))}
        </p>
      )}
      <h3 class="pin">{texts.pin}</h3>
      <p>{texts.pinHow}</p>
    </>
  );
}

/** A badge, as it is beside a reply: folded, it says what ran in words, without a check mark. */
function RanLine(): JSX.Element {
  return <p class="ran">{summaryOfOne('💻 ls -la', 'terminal', 1100, 'ran', {})}</p>;
}

async function readTools(site: string): Promise<number> {
  return (await readStoredState(site)).state.counts.tools;
}
