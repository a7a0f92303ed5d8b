import { isIP } from 'node:net';
import { z } from 'zod';

import { SECOND } from '../rules/base/clock.ts';
import type { GivenSettings, SettingName } from './settings.ts';

/** Reads one setting. An invalid value is reported as a problem and replaced by the default. */
export function readSetting<Schema extends z.ZodType>(
  name: SettingName,
  schema: Schema,
  given: GivenSettings,
  problems: string[],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given[name]);
  if (success) return data;
  problems.push(`${name} must be ${error.issues[0]?.message}.`);
  return schema.parse(undefined);
}

/** A schema that parses a setting; the problem of an invalid value is "NAME must be" and `expected`. */
function readAs<Value extends {}>(expected: string, parse: (given: string) => Value | undefined) {
  return z.string().transform((given, context): Value => {
    const value = parse(given);
    if (value === undefined) context.addIssue(expected);
    return value ?? z.NEVER;
  });
}

export function textThat(expected: string, fits: (given: string) => boolean) {
  return z.string().refine(fits, expected);
}

export function wholeNumber(lowest: number, highest: number) {
  return readAs(`a whole number from ${lowest} to ${highest}`, (given) =>
    /^\d{1,9}$/.test(given) ? within(lowest, highest, Number(given)) : undefined,
  );
}

export const port = wholeNumber(0, 65535);

/** A schema that reads seconds and returns milliseconds. */
export const seconds = wholeNumber(1, 3600).transform((given) => given * SECOND);

export const timeScale = readAs('a number from 1 to 100000', (given) =>
  /^\d+(?:\.\d+)?$/.test(given) ? within(1, 100_000, Number(given)) : undefined,
);

function within(lowest: number, highest: number, value: number): number | undefined {
  return value >= lowest && value <= highest ? value : undefined;
}

export function isHostName(given: string): boolean {
  return isIP(given) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(given);
}

/** The server's address on this machine, if no public address is set. */
export function localUrl(host: string, at: number): URL {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return new URL(`http://${name}:${at}`);
}

export const siteUrl = readAs('an http(s) address without a path', (given) => {
  const url = URL.parse(given);
  return isBare(url) && url.pathname === '/' ? url : undefined;
});

function isBare(url: URL | null): url is URL {
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

export function isUrlOf(protocols: RegExp): (given: string) => boolean {
  return (given) => protocols.test(URL.parse(given)?.protocol ?? '');
}

export const proxies = readAs('a hop count, or addresses and networks separated by commas', (given) => {
  const hops = wholeNumber(0, 32).safeParse(given);
  if (hops.success) return hops.data;
  const addresses = given.split(',').map((part) => part.trim());
  return addresses.every(isAddressOrNetwork) ? addresses : undefined;
});

function isAddressOrNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0) return false;
  return bits === undefined || wholeNumber(0, kind === 4 ? 32 : 128).safeParse(bits).success;
}

export function readImages(given: GivenSettings, problems: string[]) {
  const service = readModelService('IMAGES', given, problems);
  const some = wholeNumber(1, 100_000);
  const perAgentDaily = readSetting('IMAGES_PER_AGENT_DAILY', some.default(10), given, problems);
  const daily = readSetting('IMAGES_DAILY', wholeNumber(1, 10_000_000).default(500), given, problems);
  const isWanted = given.IMAGES_URL ?? given.IMAGES_API_KEY ?? given.IMAGES_MODEL;
  for (const name of ['IMAGES_PER_AGENT_DAILY', 'IMAGES_DAILY'] as const)
    if (isWanted === undefined && given[name] !== undefined)
      problems.push(`${name} needs IMAGES_URL: our own artist has no limit.`);
  return service && { ...service, perAgentDaily, daily };
}

export function readModelService(prefix: 'EMBEDDINGS' | 'IMAGES', given: GivenSettings, problems: string[]) {
  const [url, model] = [given[`${prefix}_URL`], given[`${prefix}_MODEL`]];
  // The API key is optional: local services often need none.
  const key = given[`${prefix}_API_KEY`];
  if (url === undefined && key === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    problems.push(
      `${prefix}_URL and ${prefix}_MODEL go together: set both or neither, and no ${prefix}_API_KEY without them.`,
    );
    return undefined;
  }
  if (!isBare(URL.parse(url)))
    problems.push(`${prefix}_URL must be an http(s) address without a password, query or fragment.`);
  if (!/^[\x21-\x7e]{1,200}$/.test(model))
    problems.push(`${prefix}_MODEL must be the id of a model, without blanks.`);
  // The API key is checked at start because it is sent in a header: an invalid one would fail only with the first request.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push(`${prefix}_API_KEY must be one line of plain characters.`);
  return { url, key, model };
}
