import { isIPv4, isIPv6 } from 'node:net';

const UNKNOWN = 'unknown';

/** Who is counted as one caller: an IPv4 address, or the /64 that one IPv6 customer holds. */
export function rateLimitBucket(ip: string): string {
  if (isIPv4(ip)) return ip;
  const groups = groupsOf(ip);
  if (groups === undefined) return UNKNOWN;
  return mappedQuad(groups) ?? network(groups);
}

export function isLoopback(ip: string): boolean {
  if (isIPv4(ip)) return ip.startsWith('127.');
  const groups = groupsOf(ip);
  if (groups === undefined) return false;
  return mappedQuad(groups)?.startsWith('127.') ?? groups.every((group, at) => group === (at === 7 ? 1 : 0));
}

/** The eight numbers of an IPv6 address however it is spelled, its zone left out. */
function groupsOf(ip: string): number[] | undefined {
  if (!isIPv6(ip)) return undefined;
  const [address = ''] = ip.split('%');
  const [head = '', tail] = address.split('::');
  const front = numbersOf(head);
  if (tail === undefined) return front;
  const back = numbersOf(tail);
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((piece) => (piece.includes('.') ? pairOf(piece) : [Number.parseInt(piece, 16)]));
}

function pairOf(quad: string): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function mappedQuad(groups: readonly number[]): string | undefined {
  const [a, b, c, d, e, f, high = 0, low = 0] = groups;
  if (a || b || c || d || e || f !== 0xffff) return undefined;
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

// The zeros at the end are always the longest run, so RFC 5952 shortens there and nowhere else.
function network(groups: readonly number[]): string {
  const kept = groups.slice(0, 4);
  while (kept.at(-1) === 0) kept.pop();
  return `${kept.map((group) => group.toString(16)).join(':')}::/64`;
}
