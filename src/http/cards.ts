import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { pressCard } from '../house/press-card.ts';
import { CARD_ROWS, houseCard, type Card } from './card-rows.ts';
import { isKnownTo, tagOf } from './etag.ts';
import { routePath } from './route-path.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

/** A card, printed. */
interface Printed {
  readonly body: Buffer;
  readonly tag: string;
}

const MOST_KEPT = 96;
const MOST_AT_ONCE = 6;

/** Prints cards, each once while it is remembered, and a few at a time: the press has portraits to print as well. */
class CardBox {
  readonly #house: House;
  readonly #kept = new Map<string, Promise<Printed | undefined>>();
  #printing = 0;

  constructor(house: House) {
    this.#house = house;
  }

  /** Undefined when too many wait, or the press could not do it. */
  print(card: Card): Promise<Printed | undefined> {
    const known = this.#kept.get(card.version);
    if (known) return this.#keep(card.version, known);
    if (this.#printing >= MOST_AT_ONCE) return Promise.resolve(undefined);
    return this.#keep(card.version, this.#press(card));
  }

  /** The last asked for stands last, and the first is forgotten first. */
  #keep(version: string, printed: Promise<Printed | undefined>): Promise<Printed | undefined> {
    this.#kept.delete(version);
    this.#kept.set(version, printed);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return printed;
  }

  async #press(card: Card): Promise<Printed | undefined> {
    this.#printing += 1;
    try {
      const png = await pressCard(this.#house, await card.draw());
      if (!png) this.#kept.delete(card.version);
      const body = png && Buffer.from(png.buffer, png.byteOffset, png.byteLength);
      return body && { body, tag: tagOf(body) };
    } catch (error) {
      this.#kept.delete(card.version);
      throw error;
    } finally {
      this.#printing -= 1;
    }
  }
}

export function addCards(app: FastifyInstance, house: House): void {
  const box = new CardBox(house);
  const onRequest = (request: FastifyRequest) => count(house, request, 'pages');
  for (const row of CARD_ROWS) {
    app.get(routePath(row.path), { onRequest }, async (request: Asking, reply) => {
      const card = await row.find(house, request.params, request.visit.now);
      if (!card) throw new Problem('no_such_route', {});
      const own = await box.print(card);
      const printed = own ?? (await box.print(houseCard(house)));
      if (!printed) throw new Error('not even the card of the house could be printed');
      const { headers } = request.visit;
      delete headers['access-control-allow-origin'];
      headers['cross-origin-resource-policy'] = 'cross-origin';
      headers['cache-control'] = `public, ${keptFor(request, own && card)}`;
      if (isKnownTo(request, headers, printed.tag)) return send(request, reply, { status: 304 });
      return send(request, reply, { status: 200, type: 'image/png', body: printed.body });
    });
  }
}

type Asking = FastifyRequest<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>;

/** Under the address of its version a card is kept for ever; what stands in for one is soon asked for again. */
function keptFor({ query }: Asking, card: Card | undefined): string {
  if (!card) return 'max-age=60';
  return query['v'] === card.version ? 'max-age=31536000, immutable' : 'max-age=300';
}
