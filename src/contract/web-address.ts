import { z } from 'zod';

// Printable ASCII, without the characters that RFC 3986 gives no place in an address.
const WRITTEN = /^https:\/\/[!#-;=?-[\]_a-z~]+$/;
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/;
const ADDRESS_OF_A_MACHINE = /^(?:\[|[\d.]+$)/;

/** An HTTPS address of at most `max` characters at a public name: no user, no port of its own, no bare machine. */
export function webAddress(max: number) {
  return z
    .string()
    .max(max, { error: `at most ${max} characters` })
    .refine(isPublicWebAddress, { error: 'an https:// address at a public host name' })
    .meta({ format: 'uri', maxLength: max, pattern: '^https://' });
}

export function isPublicWebAddress(given: string): boolean {
  if (!WRITTEN.test(given) || !URL.canParse(given)) return false;
  const { username, password, port, hostname } = new URL(given);
  if (username !== '' || password !== '' || port !== '') return false;
  if (hostname.endsWith('.')) return false;
  return hostname.includes('.') && !ADDRESS_OF_A_MACHINE.test(hostname) && !NOT_PUBLIC.test(hostname);
}
