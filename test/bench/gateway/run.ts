// `npm run bench:gateway`: the gateway under load, then compared with a plain reverse proxy, in one run. `--minutes 10`
// and `--streams 500` for more load, `--size 50` (MiB) and `--rounds 5` for the comparison.
import { parseArgs } from 'node:util';
import { reportComparison } from './compare.ts';
import { reportLoad } from './load.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    streams: { type: 'string', default: '200' },
    size: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
  },
});
const [minutes, streams, size, rounds] = [values.minutes, values.streams, values.size, values.rounds].map(Number);
if (!(minutes! >= 0) || !(streams! > 0) || !(size! > 0) || !(rounds! > 0)) {
  console.error('bench:gateway: --minutes, --streams, --size (MiB) and --rounds take numbers');
  process.exit(2);
}

if (minutes! > 0 && !(await reportLoad(streams!, minutes!))) process.exitCode = 1;
await reportComparison(size!, rounds!);
