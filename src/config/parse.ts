import { isIP } from 'node:net';

// Each takes a setting's text and gives its value, or undefined when it can make nothing of it.

export function wholeNumber(lowest: number, highest: number) {
  return (given: string): number | undefined => {
    if (!/^\d{1,9}$/.test(given)) return undefined;
    const value = Number(given);
    return value >= lowest && value <= highest ? value : undefined;
  };
}

export function scale(given: string): number | undefined {
  const value = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  return value >= 1 && value <= 100_000 ? value : undefined;
}

export function hostName(given: string): string | undefined {
  return isIP(given) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given) ? given : undefined;
}

/** Where a person on this machine finds the house when no public address is set. */
export function localUrl(host: string, port: number): URL {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`);
}

export function siteUrl(given: string): URL | undefined {
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  const bare =
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  return bare && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

export function urlOf(...protocols: readonly string[]) {
  return (given: string): string | undefined =>
    URL.canParse(given) && protocols.includes(new URL(given).protocol) ? given : undefined;
}

/** Where somebody can be told something, in one word that can stand in a file of lines. */
export function contact(given: string): string | undefined {
  return /\s/.test(given) ? undefined : urlOf('mailto:', 'https:', 'tel:')(given);
}

export function longEnough(length: number) {
  return (given: string): string | undefined => (given.length >= length ? given : undefined);
}

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return (given: string): Words[number] | undefined => words.find((word) => word === given);
}

export function proxies(given: string): number | readonly string[] | undefined {
  const hops = wholeNumber(0, 32)(given);
  if (hops !== undefined) return hops;
  const addresses = given.split(',').map((part) => part.trim());
  return addresses.every(isAddressOrNetwork) ? addresses : undefined;
}

function isAddressOrNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  return bits === undefined || wholeNumber(0, kind === 4 ? 32 : 128)(bits) !== undefined;
}
