import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Conversation = Awaited<ReturnType<typeof converse>>;

// Long enough for a response on a busy machine.
const QUIET_MS = 120;
// For expected responses, and for those that come once this side has ended.
const PATIENCE_MS = 2000;
const LAST_PATIENCE_MS = 20_000;

let callers = 0;

/** Opens a connection that stays open on this side after the server has closed its side. */
function dial(port: number): Socket {
  callers += 1;
  // An address not used before, so that no limit applies.
  const localAddress = `127.${(callers >> 14) & 127}.${(callers >> 7) & 127}.${(callers & 127) + 2}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  socket.on('error', () => socket.destroy());
  return socket;
}

/** Sends these bytes, reads until `expected` responses have arrived, and closes the connection. */
export async function converse(port: number, said: Uint8Array, expected = 0) {
  const socket = dial(port);
  const heard: Buffer[] = [];
  let lastHeard = Date.now();
  const over = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk);
      lastHeard = Date.now();
    });
    socket.on('end', resolve).on('close', () => resolve());
  });
  socket.write(said);
  const isMissing = () => Buffer.concat(heard).toString('latin1').split('HTTP/1.1 ').length - 1 < expected;
  const quiet = async (quietMs: number, missingMs: number): Promise<void> => {
    while (Date.now() - lastHeard < (isMissing() ? missingMs : quietMs)) await wait(QUIET_MS / 4);
  };
  await Promise.race([over, quiet(QUIET_MS, PATIENCE_MS)]);
  socket.end();
  lastHeard = Date.now();
  await Promise.race([over, quiet(4 * QUIET_MS, LAST_PATIENCE_MS)]);
  socket.destroy();
  const received = Buffer.concat(heard).toString('latin1');
  return { received, ...answersIn(received, Buffer.from(said).includes('HEAD ')) };
}

export async function hangUpAfter(port: number, said: string, ms: number): Promise<void> {
  const socket = dial(port);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(said);
  await wait(ms);
  socket.resetAndDestroy();
}

/** Sends this and then a byte now and then until the server closes; returns the duration. */
export async function drip(port: number, said: string): Promise<{ ms: number; heard: string }> {
  const started = Date.now();
  const socket = dial(port);
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  if (said !== '') socket.write(said);
  // A silent caller sends a byte after the cut to learn whether the server still listens.
  const dripping = setInterval(() => (said !== '' || socket.readableEnded) && socket.write('a'), 500);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  return { ms: Date.now() - started, heard };
}

/** Parses responses one after the other, strictly. */
function answersIn(received: string, headless: boolean) {
  const answers: { status: number; headers: ReadonlyMap<string, string>; body: string }[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { answers, rest };
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(first)?.[1]);
    const headers = new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    );
    const after = rest.slice(end + 4);
    const bodiless =
      status < 200 || status === 204 || (headless && (after === '' || after.startsWith('HTTP/1.')));
    const length = bodiless ? 0 : Number(headers.get('content-length'));
    if (!(after.length >= length)) return { answers, rest };
    answers.push({ status, headers, body: Buffer.from(after.slice(0, length), 'latin1').toString() });
    rest = after.slice(length);
  }
}
