import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Logger } from 'pino';

import { NoAnswer, type Send } from '../contract/client.ts';
import { MCP_PATH } from '../contract/documents.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import type { Connection } from '../mcp/connection.ts';
import type { Answering } from '../mcp/handler.ts';
import { KEYS_IN_HEADERS } from '../mcp/keys.ts';
import { careGuide } from '../papers/care-guide.ts';
import { cameFromHere } from './came-from-here.ts';
import { namesThisHouse } from './own-address.ts';
import { hangUpOf, headersNamed, sendWeb } from './web.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

export interface McpSettings {
  readonly baseUrl: URL;
  readonly log: Logger;
  /** What answers instead of the house; for tests of the door itself. */
  readonly answering?: Answering | undefined;
}

type Asked = FastifyRequest<{ Body: string | undefined }>;

/** Where models speak to the house in their own protocol. */
export function addMcp(app: FastifyInstance, house: House, settings: McpSettings): void {
  const { baseUrl, log } = settings;
  const desk = openedLater(settings);
  const onRequest = async (request: FastifyRequest) => {
    // No page elsewhere has any business here.
    delete request.visit.headers['access-control-allow-origin'];
    await count(house, request, 'mcp');
    if (!namesThisHouse(request.raw, baseUrl))
      throw new Problem('foreign_address', { address: baseUrl.origin });
  };
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    // The protocol has an answer of its own to what is no JSON.
    room.addContentTypeParser<string>('*', { parseAs: 'string' }, async (_: unknown, text: string) => text);
    for (const url of [MCP_PATH, `${MCP_PATH}/`]) {
      room.post(url, { onRequest }, async (request: Asked, reply) => {
        const answering = await desk.open();
        await answer(answering, connectionOf(app, request, log), request, reply);
      });
      room.route({ method: ['GET', 'DELETE'], url, onRequest, handler: refuseMethod });
    }
    room.addHook('onClose', () => desk.close());
  });
}

/** The protocol is learnt with the first request that speaks it: few houses need it at once, and it takes 14 MB. */
function openedLater({ answering, log }: McpSettings) {
  let opening: Promise<Answering> | undefined = answering && Promise.resolve(answering);
  return {
    open(): Promise<Answering> {
      opening ??= import('../mcp/handler.ts').then((handler) =>
        handler.answering((error) => log.debug({ err: error }, 'a message was refused')),
      );
      return opening;
    },
    async close(): Promise<void> {
      await (await opening)?.close();
    },
  };
}

/** There is no session to listen to, and none to end. */
async function refuseMethod(): Promise<never> {
  throw new Problem('wrong_method', { allowed: ['POST'], meant: `POST ${MCP_PATH}` });
}

const READ_BY_THE_PROTOCOL = /^(?:accept|content-type|mcp-.+)$/;
// Nothing is fetched from there.
const PLACE = `http://arkhouse${MCP_PATH}`;

async function answer(
  answering: Answering,
  connection: Connection,
  request: Asked,
  reply: FastifyReply,
): Promise<void> {
  const { body = '' } = request;
  const parsed = fromJson(body);
  if (Array.isArray(parsed)) return send(request, reply, { status: 400, body: ONE_AT_A_TIME });
  const asked = new Request(PLACE, {
    method: 'POST',
    headers: headersNamed(request, READ_BY_THE_PROTOCOL),
    signal: hangUpOf(reply),
    ...(parsed === undefined && { body }),
  });
  return sendWeb(request, reply, await answering.answer(asked, parsed, connection));
}

// A small batch could ask for a thousand long answers, and the protocol has done away with batches.
const ONE_AT_A_TIME = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid Request: send one message at a time, not a batch' },
});

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Speaks for a caller inside the house: with its key, from its address, and under its limits. */
function connectionOf(app: FastifyInstance, request: FastifyRequest, log: Logger): Connection {
  return {
    send: sendInside(app, request),
    keys: KEYS_IN_HEADERS,
    guide: careGuide,
    report: (error) => log.error({ err: error, request: request.id }, 'a tool failed'),
  };
}

/** Marks a call as one that is made for somebody elsewhere. */
const SPOKEN_FOR = { via: '1.1 mcp' };

function sendInside(app: FastifyInstance, { headers, ip, raw }: FastifyRequest): Send {
  const { authorization, 'x-api-key': apiKey } = headers;
  return async ({ method, path, body, headers: own }) => {
    const asked: InjectOptions = {
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        ...own,
        ...(!cameFromHere(raw) && SPOKEN_FOR),
        ...(authorization !== undefined && { authorization }),
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      },
      ...(body !== undefined && { payload: body }),
    };
    const answered = await app.inject(asked).catch(whenClosing);
    return { status: answered.statusCode, body: fromJson(answered.body) ?? answered.body };
  };
}

/** While the house closes, nothing new is begun inside it. */
function whenClosing(error: Error & { readonly code?: string }): never {
  if (error.code !== 'FST_ERR_REOPENED_CLOSE_SERVER') throw error;
  throw new NoAnswer('The house is closing, and this was not done.', { cause: error });
}
