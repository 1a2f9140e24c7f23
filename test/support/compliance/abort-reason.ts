import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { runProbe, stageIn } from './observe.ts';

/**
 * Asks the page without the hook whether a body that is aborted fails with the reason of its signal. Older Chromium gives
 * an AbortError of its own.
 */
export async function bodiesGetReason(kind: BrowserKind): Promise<boolean> {
  const { server, plain } = await stageIn(kind);
  await plain.bringToFront();
  await plain.goto(server.plain);
  return runProbe(
    plain,
    async ({ stream }) => {
      const controller = new AbortController();
      const { closed } = (await fetch(stream(1, 'hold'), { signal: controller.signal })).body!.getReader();
      const reason = { custom: 'reason' };
      controller.abort(reason);
      return closed.then(
        () => false,
        (error: unknown) => error === reason,
      );
    },
    server,
  );
}
