import { z } from 'zod';

import { wordsForOthers } from '../../core/engine/text.ts';

// Printable ASCII, without the characters that RFC 3986 gives no place in an address.
const URL_CHARACTERS = /^https:\/\/[!#-;=?-[\]_a-z~]+$/;
const PRIVATE_HOSTS = /(?:^|\.)(?:localhost|local|internal|lan|home|arpa|test|invalid|onion)$/;
const IP_LITERAL = /^(?:\[|[\d.]+$)/;
// For documents: a host name of several labels, the last of which is no number, and no user or port.
const PATTERN = String.raw`^https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z][A-Za-z0-9-]*([/?#][!#-;=?-\[\]_a-z~]*)?$`;

/**
 * An HTTPS URL of at most `max` characters at a public host name: no user, no port, no IP address. What SSRF aims at is
 * refused before it is stored.
 */
export function publicUrl(max: number) {
  return z
    .string()
    .max(max, { error: `at most ${max} characters`, abort: true })
    .refine(isPublicUrl, { error: 'an https:// address at a public host name' })
    .meta({ format: 'uri', maxLength: max, pattern: PATTERN });
}

function isPublicUrl(given: string): boolean {
  if (!URL_CHARACTERS.test(given) || !URL.canParse(given)) return false;
  // Others would see less of it than it takes to get there.
  if (wordsForOthers(given) !== given) return false;
  const { username, password, port, hostname } = new URL(given);
  if (username !== '' || password !== '' || port !== '') return false;
  if (hostname.endsWith('.')) return false;
  return hostname.includes('.') && !IP_LITERAL.test(hostname) && !PRIVATE_HOSTS.test(hostname);
}
