import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readForm, readUpstream, type GatewaySettings } from '../../../gateway/settings.ts';

export const USAGE = `Usage: npx stream-fixer gateway --upstream URL [options]

  --upstream URL      the upstream server, such as http://127.0.0.1:8642 or http://host/v1
  --listen HOST:PORT  the address to listen on; 127.0.0.1:8788 by default
  --host NAME         a host name that the gateway answers to, besides this machine's own; may be repeated.
                      For other machines (--listen 0.0.0.0:8788) any name is accepted if none is given
  --progress FORM     how tool progress is passed on: drop (default), hermes or comments; a request may ask for
                      another form with the header X-Stream-Fixer-Progress
  --hermes            the server is Hermes: lines that look like its markers are removed without further evidence
  --ca FILE           certificates, in PEM, to trust for the upstream in addition to those that Node trusts
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
export function readGatewayOptions(args: readonly string[]): GatewaySettings | null {
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
  if (values.upstream === undefined) throw new Error('name the upstream server: --upstream URL; see --help');
  const listen = /^(.+):(\d{1,5})$/.exec(values.listen);
  const port = Number(listen?.[2]);
  if (!listen || port < 1 || port > 65_535)
    throw new Error(`--listen takes HOST:PORT with a port from 1 to 65535, such as ${LISTEN}, not "${values.listen}"`);
  const progress = readForm(values.progress);
  if (!progress) throw new Error(`--progress takes drop, hermes or comments, not "${values.progress}"`);
  const [, address = ''] = listen;
  const own = [...new Set([...LOOPBACK, address])];
  return {
    upstream: readUpstream(values.upstream),
    listen: values.listen,
    hosts:
      LOOPBACK.includes(address) || values.host.length > 0
        ? [...own, ...values.host.map((name) => name.toLowerCase())]
        : null,
    progress,
    isHermes: values.hermes,
    certificates: values.ca === undefined ? undefined : readCertificates(values.ca),
  };
}

/** @throws if the file cannot be read or contains no certificate */
function readCertificates(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error(`--ca takes a file in PEM; "${file}" is not`);
  return text;
}
