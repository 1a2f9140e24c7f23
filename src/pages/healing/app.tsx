import type { JSX } from 'preact';
import { useMemo, useEffect, useState } from 'preact/hooks';
import { hostOf } from '../popup/view-model.ts';
import { healingTexts as texts } from '../../healing/texts.ts';
import type { Healing } from '../../healing/healing.ts';
import { readAddress, type Address } from '../../healing/address.ts';
import { Side } from '../parts/side.tsx';
import { BackupsSection } from './backups-section.tsx';
import { StageHeading } from './stage/stage-heading.tsx';
import { StageView } from './stage/stage-view.tsx';
import { formats } from '../../languages/formats.ts';
import { pageTexts } from '../parts/texts.ts';
import { doneText, type Undos } from './outcome-text.ts';
import { scanEndText } from './stage/scan-text.ts';
import type { Stage } from './stage/stage.ts';
import { useHealing } from './use-healing.ts';
import { connect, type Connection } from './connection.ts';
import { Button, Failure } from '../parts/button.tsx';

/** The whole healing page. @param search query of its own address */
export function App({ search }: { readonly search: string }): JSX.Element {
  const address = useMemo(() => readAddress(search), [search]);
  return (
    <div class="page">
      <Side current={null} site={address?.site ?? null} />
      <main class="column">
        <div class="intro">
          <h1>{texts.title}</h1>
          {address && <p class="host">{hostOf(address.site)}</p>}
          <p class="small">{texts.about}</p>
        </div>
        {address ? <Site address={address} /> : <Problem why={texts.noAddress} />}
      </main>
    </div>
  );
}

function Site({ address }: { readonly address: Address }): JSX.Element {
  const { connection, tryAgain } = useConnection(address);
  if (!connection) {
    return <p class="small">{texts.connecting}</p>;
  }
  if (connection.kind === 'ready')
    return <Connected healing={connection.healing} address={address} />;
  return (
    <Problem why={connection.why} onTryAgain={tryAgain}>
      {connection.backups && (
        <BackupsSection
          of={connection.backups}
          site={address.site}
          revision={0}
          listed={[]}
          undo={null}
        />
      )}
    </Problem>
  );
}

function Connected({
  healing,
  address,
}: {
  readonly healing: Healing;
  readonly address: Address;
}): JSX.Element {
  const controls = useHealing(healing, address.chat);
  const { stage, trouble, undos, revision } = controls;
  return (
    <>
      {trouble !== null && <Failure text={trouble} />}
      <StageView
        controls={controls}
        caveat={healing.caveat}
        afterwards={healing.afterwards}
        hasChat={address.chat !== null}
      />
      {stage.kind !== 'healing' && (
        <BackupsSection
          of={healing}
          site={address.site}
          revision={revision}
          listed={stage.kind === 'done' ? stage.outcomes : []}
          undo={{ undos, onUndo: controls.undo }}
        />
      )}
      {/* Always there: text that appears together with its element is not read out. */}
      <p class="unseen" role="status">
        {announcement(stage, undos)}
      </p>
    </>
  );
}

/** What a screen reader says at the beginning and the end of a stage, and not in between. */
export function announcement(stage: Stage, undos: Undos): string {
  switch (stage.kind) {
    case 'start':
      return '';
    case 'scanning':
      return texts.scanningTitle;
    case 'results':
      return formats.sentences(texts.chatsFound(stage.found.length), scanEndText(stage.result));
    case 'healing':
      return stage.stopping ? texts.stopping : texts.healingTitle;
    case 'done':
      return doneText(stage.outcomes, undos);
  }
}

interface ProblemProps {
  readonly why: string;
  readonly onTryAgain?: () => void;
  readonly children?: JSX.Element | null;
}

function Problem({ why, onTryAgain, children }: ProblemProps): JSX.Element {
  return (
    <>
      <section class="stage">
        <StageHeading title={texts.problemTitle} />
        <p>{why}</p>
        {onTryAgain && (
          <div class="steps">
            <Button kind="primary" text={pageTexts.tryAgain} onClick={onTryAgain} />
          </div>
        )}
      </section>
      {children}
    </>
  );
}

/** @returns null until the server has answered, and a function that asks again */
function useConnection(address: Address): {
  readonly connection: Connection | null;
  tryAgain(): void;
} {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    const ending = new AbortController();
    void connect(address).then((found) => {
      if (!ending.signal.aborted) setConnection(found);
    });
    return () => ending.abort();
  }, [attempts]);

  return {
    connection,
    tryAgain() {
      setConnection(null);
      setAttempts((before) => before + 1);
    },
  };
}
