import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { installHook } from '../src/hook/install.ts';

// MAIN world: the page's own realm.
export default defineUnlistedScript(() => installHook(window));
