import { lookup as resolve } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type LookupFunction } from 'node:net';

import { isPublic } from './pictures-public.ts';
import { CannotDraw } from './pictures.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/** A lookup for one host of the open internet, by the addresses that were looked at: asked again, a name may give others. */
export async function pin(
  { protocol, port, hostname }: URL,
  signal: AbortSignal,
  resolveAll: Resolve = (name) => resolve(name, { all: true }),
): Promise<LookupFunction> {
  if (protocol !== 'https:' || port !== '') throw refused('an address that is not plain https');
  // Nothing calls a lookup back, so it is left behind when it takes too long.
  const given = literal(hostname) ?? (await Promise.race([resolveAll(hostname), aborted(signal)]));
  const addresses = given.filter(({ address }) => isPublic(address));
  const [first] = addresses;
  if (first === undefined) throw refused('an address that is not of the open internet');
  return (_, { all }, tell) => (all ? tell(null, addresses) : tell(null, first.address, first.family));
}

export function refused(what: string): CannotDraw {
  return new CannotDraw(`the images service named ${what}`, { retry: false });
}

function literal(hostname: string): readonly Address[] | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? undefined : [{ address, family }];
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
