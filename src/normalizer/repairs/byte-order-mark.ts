import type { FrameRepair } from './frame-repair.ts';

/** A byte-order mark before the first frame: clients that decode for themselves miss that frame. */
export const byteOrderMark: FrameRepair = {
  id: 'byte-order-mark',
  repair: ({ text }) => (text.startsWith('\ufeff') ? [text.slice(1)] : null),
};
