/** A request, or its answer. */
export type Pending<T> = T | 'running';
