import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The last two exchanges of a connection: answers go out in order, so that the last whole one speaks for all before. */
interface Turn {
  readonly last: Exchange;
  readonly before: Exchange | undefined;
}

const turns = new WeakMap<Socket, Turn>();

/** Remembers what is still to be answered on a connection, where several requests may come at once. */
export function keepTurn(request: IncomingMessage, response: ServerResponse): void {
  turns.set(request.socket, { last: { request, response }, before: turns.get(request.socket)?.last });
}

/** Waits until all that came whole has its answer. False when what came broken has one already, too. */
export async function mayAnswer(socket: Socket): Promise<boolean> {
  const turn = turns.get(socket);
  if (!turn) return true;
  const { last, before } = turn;
  const whole = last.request.complete ? last : before;
  if (whole && !isAnswered(whole)) await once(whole.response, 'close');
  return last.request.complete || !last.response.headersSent;
}

function isAnswered({ response }: Exchange): boolean {
  return response.writableFinished || response.destroyed;
}
