// The worker module that workerd, or an edge platform like it, runs.

import { createGateway } from './gateway.ts';

export default { fetch: createGateway() };
