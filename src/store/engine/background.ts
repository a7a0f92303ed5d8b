import { AsyncLocalStorage } from 'node:async_hooks';

const marked = new AsyncLocalStorage<true>();

/** Whatever this work asks of the database waits behind what somebody is waiting for. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return marked.run(true, work);
}

export function isInBackground(): boolean {
  return marked.getStore() === true;
}
