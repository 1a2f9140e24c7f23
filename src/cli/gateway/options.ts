import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readForm, readUpstream } from '../../gateway/settings.ts';
import type { GatewayOptions } from '../../gateway/workerd-config.ts';

export const USAGE = `Usage: npm run gateway -- --upstream URL [options]

  --upstream URL      the server to hand on to, such as http://127.0.0.1:8642
  --listen HOST:PORT  where to listen; 127.0.0.1:8788 where nothing is said
  --host NAME         a name by which the gateway may be called, beside this machine's own; may be repeated.
                      Away from this machine (--listen 0.0.0.0:8788) any name will do where none is given
  --progress FORM     how progress of tools is handed on: drop (default), hermes or comments; a request may ask for
                      another form by the header X-Stream-Fixer-Progress
  --hermes            the server is Hermes: lines that look like its markers go without further evidence
  --ca FILE           certificates, in PEM, that the server behind may use beside those that browsers trust
  -h, --help          print this
`;

/** Host names of this machine itself. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const LISTEN = '127.0.0.1:8788';

/**
 * @param args the arguments after the name of the command
 * @returns null if help is requested
 * @throws an error that says what to change
 */
export function readGatewayOptions(args: readonly string[]): GatewayOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      upstream: { type: 'string' },
      listen: { type: 'string', default: LISTEN },
      host: { type: 'string', multiple: true, default: [] },
      progress: { type: 'string', default: 'drop' },
      hermes: { type: 'boolean', default: false },
      ca: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  if (values.upstream === undefined)
    throw new Error('name the server to hand on to: --upstream URL; --help tells more');
  const listen = /^(.+):(\d{1,5})$/.exec(values.listen);
  if (!listen) throw new Error(`--listen takes HOST:PORT, such as ${LISTEN}, not "${values.listen}"`);
  if (!readForm(values.progress))
    throw new Error(`--progress takes drop, hermes or comments, not "${values.progress}"`);
  const [, address = ''] = listen;
  const own = [...new Set([...LOOPBACK, address])];
  return {
    upstream: readUpstream(values.upstream),
    listen: values.listen,
    hosts:
      LOOPBACK.includes(address) || values.host.length > 0
        ? [...own, ...values.host.map((name) => name.toLowerCase())]
        : null,
    progress: values.progress,
    isHermes: values.hermes,
    certificates: values.ca === undefined ? undefined : readFileSync(values.ca, 'utf8'),
  };
}
