import ipaddr from 'ipaddr.js';
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/** What rate limits count by: the IPv4 address, or the /64 of an IPv6 address, which is what one customer holds. */
export function rateLimitBucket(ip: string): string {
  if (isIPv4(ip)) return ip;
  const address = parseAddress(ip);
  if (address === undefined) return 'unknown';
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}

// An address with port or brackets: some proxies write 203.0.113.7:4711, [2001:db8::1]:4711 or [2001:db8::1].
const WITH_PORT = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i;

export function withoutPorts(forwardedFor: string): string {
  const entries = forwardedFor.split(',').map((entry) => entry.trim());
  return entries
    .map((entry) => {
      const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
      return v4 ?? v6 ?? entry;
    })
    .join(', ');
}

export function isLoopback(ip: string): boolean {
  return isIPv4(ip) ? ip.startsWith('127.') : parseAddress(ip)?.range() === 'loopback';
}

/** Parses any spelling of an IP address, without its zone. An IPv4-mapped address becomes IPv4. */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // isIPv6 is checked first: ipaddr.js alone would also accept 127.1 and 0x7f000001.
  if (!isIPv6(ip)) return undefined;
  // ipaddr.js takes the deprecated ::1.2.3.4 for ::ffff:1.2.3.4 unless a group precedes it.
  return ipaddr.process(ip.replace(/%.*/, '').replace(/^::(?=\d+\.)/, '::0:'));
}

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** Check against DNS rebinding: Host and Origin must name this server's base URL, or loopback with the local port. */
export function isOwnHostAndOrigin({ headers, socket }: IncomingMessage, baseUrl: URL): boolean {
  const { host = '', origin } = headers;
  const isOurs = (written: string) => {
    const address = URL.parse(written);
    if (!address) return false;
    const { hostname, port, protocol } = address;
    if (address.origin === baseUrl.origin) return true;
    const isLocal = hostname === 'localhost' || isLoopback(withoutPorts(hostname));
    return isLocal && (port === '' ? USUAL_PORTS[protocol] : Number(port)) === socket.localPort;
  };
  if (!PLAIN_HOST.test(host) || !isOurs(`${baseUrl.protocol}//${host}`)) return false;
  return origin === undefined || isOurs(origin);
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
