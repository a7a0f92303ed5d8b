import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

import { SECOND } from '../../../core/engine/clock.ts';
import { ProblemError } from '../../../core/problem.ts';
import { isLoopback, rateLimitBucket } from '../caller/client-address.ts';
import type { ServerContext } from '../context.ts';
import { isBeingAnswered } from './pipelining.ts';
import { refuseRaw } from './raw-http.ts';

const MAX_CONNECTIONS = 10_000;

// By then those that are idle have been closed.
const COME_BACK = { retryAfterSeconds: 5 };
// Others are waiting for its place.
const AT_ONCE = 0;

// After so long without a byte in either direction, and as long again where some of the last ones went later. Longer than a
// request may take to arrive, which has an answer of its own.
const STALLED_AFTER = 20 * SECOND;

// So many looks in a row may find the same piece of an answer still lying there.
const LOOK_EVERY = 10 * SECOND;
const MOST_LOOKS = 6;

/** Nobody holds more connections than its share, nor one by not reading what it asked for. */
export function boundConnections(server: Server, context: ServerContext): void {
  server.maxConnections = MAX_CONNECTIONS;
  countByAddress(server, context);
  dropStalled(server);
}

function countByAddress(server: Server, context: ServerContext): void {
  const { connectionsPerAddress, trustedProxies } = context;
  const isProxy = proxyTest(trustedProxies);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // Whatever stands between the world and us speaks for many.
    if (isLoopback(remoteAddress) || isProxy(remoteAddress)) return;
    const who = rateLimitBucket(remoteAddress);
    const open = (counts.get(who) ?? 0) + 1;
    counts.set(who, open);
    socket.once('close', () => {
      const left = (counts.get(who) ?? 0) - 1;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    });
    if (open > connectionsPerAddress)
      void refuseRaw(context, socket, new ProblemError('too_many_requests', COME_BACK), AT_ONCE);
  });
}

/** Of an address: does it belong to a proxy of ours? */
function proxyTest(proxies: ServerContext['trustedProxies']): (address: string) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0;
  const known = new BlockList();
  for (const each of proxies) {
    const [address = '', bits = isIPv6(address) ? '128' : '32'] = each.split('/');
    known.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => known.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whoever does not read its answer is hung up on, and whoever takes a byte now and then is, too; not who waits for us. */
export function dropStalled(server: Server, afterMs = STALLED_AFTER, lookEveryMs = LOOK_EVERY): void {
  // It ends idle connections as well.
  server.setTimeout(afterMs, (socket: Socket) => {
    const isOursToWait = isBeingAnswered(socket) && socket.writableLength === 0;
    if (!isOursToWait) socket.destroy();
  });
  const open = new Map<Socket, { taken: number; looks: number }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    for (const [socket, seen] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      seen.looks = socket.writableLength > 0 && taken === seen.taken ? seen.looks + 1 : 0;
      seen.taken = taken;
      if (seen.looks >= MOST_LOOKS) socket.destroy();
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
