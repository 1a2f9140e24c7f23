// `npm run bench:gateway`: the gateway under load. `--minutes 10` and `--streams 500` for more.
import { parseArgs } from 'node:util';
import { reportLoad } from './load.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, streams: { type: 'string', default: '200' } },
});
const [minutes, streams] = [Number(values.minutes), Number(values.streams)];
if (!(minutes > 0) || !(streams > 0)) {
  console.error('bench:gateway: --minutes and --streams take a number above 0');
  process.exit(2);
}

if (!(await reportLoad(streams, minutes))) process.exitCode = 1;
