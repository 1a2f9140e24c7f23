import type { BodyTransform } from './transports/traffic.ts';
import type { StreamTap } from './stream-tap.ts';
import { attempt } from './realm/overlay.ts';
import {
  createBodyNormalizer,
  type BodyEnd,
  type BodyNormalizer,
  type BodyOptions,
} from '../normalizer/bodies/body-normalizer.ts';
import { NO_BYTES } from '../lib/bytes.ts';

/** What is known of a body, and who receives its reports, whether it is a reply or stored chats. */
export type BodySource = BodyOptions &
  Pick<Required<BodyOptions>, 'onBroken' | 'report'> & { readonly tap: StreamTap };

/**
 * Normalizes one body and reports on it. While the site is off, the body passes unchanged; when the
 * site is on again, a stream is joined at that point.
 * @returns null for a body that is left alone
 */
export function openBody(source: BodySource, isOn: () => boolean): BodyTransform | null {
  /**
   * Calls reported so far, and how many of them before the site came back on: the new normalizer
   * numbers from 0 again.
   */
  let calls = 0;
  let before = 0;
  /** The site was off in between: this is the middle of a reply. */
  let joined = false;
  const options: BodyOptions = {
    ...source,
    report(event) {
      if (event.type !== 'progress')
        return source.report(event.type === 'start' && joined ? JOINED : event);
      const call = before + event.progress.call;
      if (call >= calls) calls = call + 1;
      source.report({ type: 'progress', progress: { ...event.progress, call } });
    },
  };
  const begun = createBodyNormalizer(options);
  if (!begun) return null;
  /** Null while the site is off. */
  let normalizer: BodyNormalizer | null = begun;
  let over = false;

  /** @returns the bytes that were held back */
  function release(how?: BodyEnd): Uint8Array {
    const rest = normalizer?.end(how) ?? NO_BYTES;
    normalizer = null;
    return rest;
  }

  /** @returns null if the rest makes no sense by itself */
  function join(): BodyNormalizer | null {
    before = calls;
    joined = true;
    const rest = attempt(() => createBodyNormalizer({ ...options, joined }), undefined);
    if (rest === undefined) source.onBroken();
    if (!rest) finish();
    return rest ?? null;
  }

  /** @returns the bytes that were held back; from then on everything passes */
  function finish(how?: BodyEnd): Uint8Array {
    if (over) return NO_BYTES;
    over = true;
    const rest = release(how);
    source.tap.end();
    return rest;
  }

  return {
    push(chunk) {
      if (over) return [chunk];
      if (!isOn()) return normalizer ? [release('released'), chunk] : [chunk];
      normalizer ??= join();
      if (!normalizer) return [chunk];
      return normalizer.push(chunk);
    },
    end: finish,
    idle: () => normalizer?.idle() ?? NO_BYTES,
    waits: () => normalizer?.waits() ?? false,
    stopped: source.onBroken,
  };
}

const JOINED = { type: 'start', joined: true } as const;
