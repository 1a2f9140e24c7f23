// Serves the handler of workers in Node: serve.ts OPTIONS PORT
import { readBindings } from '../../../src/gateway/worker-options.ts';
import { serveHandler } from '../../gateway/handler-server.ts';

const [options = '', port = ''] = process.argv.slice(2);
await serveHandler(readBindings({ OPTIONS: options }), Number(port));
