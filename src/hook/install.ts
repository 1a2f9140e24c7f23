import type { BodyTransform, ResponseHead, Traffic } from './body-transform.ts';
import { overlayFetch } from './fetch.ts';
import type { Restore } from './overlay.ts';
import { overlayResponse } from './response.ts';
import { openHookBridge, type HookBridge } from '../bridge/main-side.ts';
import { NO_BYTES } from '../normalizer/bytes.ts';
import { createBodyNormalizer } from '../normalizer/body-normalizer.ts';
import { cleanRequest } from '../normalizer/request-cleaner.ts';

/**
 * Installs the hook in the page's world. Overlays are laid at once and stay dormant until the bridge says that this very
 * origin is on: Firefox injects by host, whatever the port. Where it says off at the start, they are taken off again.
 */
export function installHook(view: Window & typeof globalThis): void {
  /** `unknown` until the bridge has spoken: requests go untouched, answers are decided when they come. */
  let state: 'unknown' | 'on' | 'off' = 'unknown';
  let replies = 0;
  const restores: (Restore | null)[] = [];

  const bridge = openHookBridge(view, ({ enabled }) => {
    const first = state === 'unknown';
    state = enabled ? 'on' : 'off';
    if (first && !enabled) for (let i = 0; i < restores.length; i++) restores[i]?.();
  });

  const traffic: Traffic = {
    off: () => state === 'off',
    on: () => state === 'on',
    cleanRequest(body) {
      if (state !== 'on') return null;
      const cleaned = cleanRequest(body);
      if (cleaned && cleaned.markers > 0) bridge.send({ type: 'removed', markers: cleaned.markers });
      return cleaned && cleaned.body;
    },
    openBody(head) {
      return state === 'on' ? openReply(head, ++replies, bridge, () => state === 'on') : null;
    },
  };

  restores.push(overlayFetch(view, traffic), ...overlayResponse());
  const late = view.document.readyState !== 'loading' || view.document.scripts.length > 0;
  bridge.send({ type: 'hello', late });
}

/** Normalizes the body of one reply and tells the bridge about it; when the site is switched off, the rest passes. */
function openReply(head: ResponseHead, reply: number, bridge: HookBridge, isOn: () => boolean): BodyTransform | null {
  let over = false;
  const normalizer = createBodyNormalizer({
    ...head,
    onStart: () => bridge.send({ type: 'reply-start', reply }),
    onEnd: () => bridge.send({ type: 'reply-end', reply }),
    onProgress: (progress) => bridge.send({ type: 'progress', reply, progress }),
    onMarkerRemoved: () => bridge.send({ type: 'removed', markers: 1 }),
  });
  if (!normalizer) return null;
  const { push, end, idle, waits } = normalizer;

  /** @returns what was held; from then on everything passes */
  function finish(): Uint8Array {
    if (over) return NO_BYTES;
    over = true;
    return end();
  }

  return {
    push(chunk) {
      if (over) return [chunk];
      return isOn() ? push(chunk) : [finish(), chunk];
    },
    end: finish,
    idle: () => (over ? NO_BYTES : idle()),
    waits: () => !over && waits(),
  };
}
