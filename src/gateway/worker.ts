// The worker module: what workerd runs, or an edge platform of its kind.

import { createGateway } from './gateway.ts';

export default { fetch: createGateway() };
