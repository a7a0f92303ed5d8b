import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The last two exchanges of a connection: answers go out in order, so that the last whole one speaks for all before. */
interface Conversation {
  last: Exchange;
  before: Exchange | undefined;
  /** How many have come and are not begun yet. */
  waiting: number;
}

// Whoever pipelines at all does so with a handful.
export const MOST_WAITING = 64;

const conversations = new WeakMap<Socket, Conversation>();
const hungUp = new WeakSet<Socket>();

/**
 * Many requests may come on one connection at once (pipelining). Each waits until the one before is answered and everybody
 * else had a turn; whoever sends more than `MOST_WAITING` ahead is hung up on, and what waited is not done.
 */
export function answerOneAtATime(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const handle = (exchange: Exchange) => {
    for (const each of handlers) each.call(server, exchange.request, exchange.response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => takeTurn({ request, response }, handle));
}

function takeTurn(exchange: Exchange, handle: (exchange: Exchange) => void): void {
  const { socket } = exchange.request;
  if (socket.destroyed || hungUp.has(socket)) return;
  const conversation = joinConversation(socket, exchange);
  const { before } = conversation;
  if (!before || isAnswered(before)) return handle(exchange);
  conversation.waiting += 1;
  if (conversation.waiting > MOST_WAITING) return void socket.destroy();
  before.response.once('close', () =>
    setImmediate(() => {
      conversation.waiting -= 1;
      // The answer before may have been the last word.
      if (socket.writable) handle(exchange);
    }),
  );
}

function joinConversation(socket: Socket, exchange: Exchange): Conversation {
  const known = conversations.get(socket);
  if (known) {
    known.before = known.last;
    known.last = exchange;
    return known;
  }
  const begun = { last: exchange, before: undefined, waiting: 0 };
  conversations.set(socket, begun);
  return begun;
}

/** Nothing that still comes on it is answered. False when that was said before. */
export function stopListening(socket: Socket): boolean {
  if (hungUp.has(socket)) return false;
  hungUp.add(socket);
  return true;
}

/** Is somebody still at work for this connection? */
export function isBeingAnswered(socket: Socket): boolean {
  const found = conversations.get(socket);
  return found !== undefined && !isAnswered(found.last);
}

/** Waits until all that came whole has its answer. False when what came broken has one already, too. */
export async function awaitEarlierReplies(socket: Socket): Promise<boolean> {
  const found = conversations.get(socket);
  if (!found) return true;
  const { last, before } = found;
  const whole = last.request.complete ? last : before;
  if (whole && !isAnswered(whole)) await once(whole.response, 'close');
  return last.request.complete || !last.response.headersSent;
}

function isAnswered({ response }: Exchange): boolean {
  return response.writableFinished || response.destroyed;
}
