import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

import { excessOf } from './body-limits.ts';
import { isObject } from './read-names.ts';

// What is longer would not be given back either.
const MOST_BYTES = 8 * 1024;

/** What a body that is no JSON object was going to be, for the request that is suggested instead; nothing acts upon it. */
export function misreadBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length > MOST_BYTES) return undefined;
  const text = decode(headers['content-encoding'] === 'gzip' ? unpacked(bytes) : bytes).trim();
  return firstObject([() => JSON.parse(text), () => JSON.parse(mended(text)), () => formIn(text)]);
}

/** The object inside of what was sent: in a text, in a list of one, or under a name of its own. */
export function unwrapped(sent: unknown, isOurs: (name: string) => boolean): unknown {
  if (typeof sent === 'string' && sent.length > MOST_BYTES) return undefined;
  if (typeof sent === 'string') return firstObject([() => JSON.parse(sent), () => JSON.parse(mended(sent))]);
  if (Array.isArray(sent)) return sent.length === 1 ? sent[0] : undefined;
  if (!isObject(sent) || Object.keys(sent).some(isOurs)) return sent;
  const inner = Object.values(sent).filter(isObject);
  return inner.length === 1 ? inner[0] : sent;
}

function firstObject(readings: readonly (() => unknown)[]): unknown {
  for (const read of readings) {
    try {
      const found = read();
      if (typeof found === 'object' && found !== null && excessOf(found) === undefined) return found;
    } catch {
      // The next one may be able to read it.
    }
  }
  return undefined;
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    return bytes;
  }
}

/** Every other encoding has bytes that UTF-8 has not. */
function decode(bytes: Buffer): string {
  const sixteen = bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : 'utf-16be';
  const wide = bytes.subarray(0, 4).includes(0) || (bytes[0] ?? 0) >= 0xfe;
  try {
    return new TextDecoder(wide ? sixteen : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

// What is never closed ends with the text: nothing is searched for twice.
const QUOTED = /"(?:[^"\\]|\\[^]?)*(?:"|$)|'((?:[^'\\]|\\[^]?)*)(?:'|$)/g;

/** JSON as people, Python and JavaScript write it, as JSON. */
function mended(text: string): string {
  return text
    .replace(/^```\w*|```$/g, '')
    .replace(QUOTED, (quoted, inner?: string) => (inner === undefined ? quoted : JSON.stringify(inner)))
    .replace(/([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, '$1"$2"')
    .replace(/(:\s*)(?:None|undefined)\b/g, '$1null')
    .replace(/(:\s*)True\b/g, '$1true')
    .replace(/(:\s*)False\b/g, '$1false')
    .replace(/,(?=\s*[}\]])/g, '');
}

const MOST_FIELDS = 40;

function formIn(text: string): unknown {
  const pairs = text.startsWith('--') ? partsOf(text) : [...new URLSearchParams(text)];
  const named = pairs.filter(([name, value]) => name !== '' && value !== '');
  return named.length > 0 && named.length <= MOST_FIELDS ? Object.fromEntries(named) : undefined;
}

/** The fields of multipart/form-data; its first line is what stands between them. */
function partsOf(text: string): [string, string][] {
  const [boundary = ''] = text.split(/\r?\n/, 1);
  return text.split(boundary, MOST_FIELDS).map((part) => {
    const [head = '', ...value] = part.split(/\r?\n\r?\n/);
    const [, name = ''] = /name="([^"]{1,60})"/.exec(head) ?? [];
    return [name, value.join('\n').trim()];
  });
}
