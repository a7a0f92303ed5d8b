import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const exchanges = new WeakMap<Socket, Exchange[]>();

/** Remembers what is still to be answered on each connection, where several requests may come at once. */
export function keepTurns(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const open = (exchanges.get(request.socket) ?? []).filter((earlier) => !answered(earlier));
    exchanges.set(request.socket, [...open, { request, response }]);
  });
}

/** Waits until all that came whole has its answer. False when what came broken has one already, too. */
export async function mayAnswer(socket: Socket): Promise<boolean> {
  const all = exchanges.get(socket) ?? [];
  const whole = all.filter((each) => each.request.complete && !answered(each));
  await Promise.all(whole.map(({ response }) => once(response, 'close')));
  return !all.some(({ request, response }) => !request.complete && response.headersSent);
}

function answered({ response }: Exchange): boolean {
  return response.writableFinished || response.destroyed;
}
