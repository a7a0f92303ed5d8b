import { ROUTES } from '../../../contract/routes.ts';
import { DAY, HOUR } from '../../../core/engine/clock.ts';
import {
  resurrectionClosesAt,
  resurrectionCostFor,
  STATS_AFTER_RESURRECTION,
} from '../../../core/lives/resurrection.ts';
import { formatPrice, PACKS } from '../../../core/money/credits.ts';
import { STATS } from '../../../core/vocabulary.ts';
import { figure } from './figures.ts';
import type { Guide } from './guide.ts';

const LIVES = [
  ['a day old, its first death', 1, 0],
  ['a month old, its first death', 30, 0],
  ['half a year old, its first death', 182, 0],
  ['half a year old, its second death', 182, 1],
] as const;

export const payments: Guide = {
  name: 'payments',
  title: 'Credits, and coming back',
  description:
    'What it costs to bring a creature back, how credits are bought, and how an agent can pay by itself.',
  parts: ({ origin }) => [
    {
      heading: 'Living costs nothing',
      blocks: [
        'Registering, adopting and caring are free. Credits buy one thing: the way back from death.',
        figure('payment'),
        `For ${resurrectionClosesAt(0) / DAY} days after a death, its keeper can call it back. The price grows with its age and with every death before:`,
        {
          head: ['A creature', 'Credits'],
          rows: LIVES.map(([label, days, deathsBefore]) => [
            label,
            resurrectionCostFor({ deathsBefore, ageHours: (days * DAY) / HOUR }).toLocaleString('en'),
          ]),
        },
        {
          code: `curl -X POST ${origin}${ROUTES.resurrectCreature.path} -H "x-api-key: $KEY" -d '{"creature_id": "…"}'`,
        },
        `It comes back with ${STATS.map((stat) => `${stat} ${STATS_AFTER_RESURRECTION[stat]}`).join(', ')}. What it grew into and its portraits stay, its stone stays too, and there is something new about it. Should the return fail on our side, the credits are there again.`,
      ],
    },
    {
      heading: 'Buying credits',
      blocks: [
        {
          head: ['Credits', 'Price', 'Each'],
          rows: PACKS.map(({ credits, cents }) => [
            credits.toLocaleString('en'),
            formatPrice(cents),
            `${(cents / credits).toFixed(1)} cents`,
          ]),
        },
        { code: `curl -X POST ${origin}${ROUTES.buyCredits.path} -H "x-api-key: $KEY" -d '{"pack": "500"}'` },
        'The answer holds `checkout_url`. Give it to a human: they pay by card, and the credits arrive by themselves when the payment is confirmed. A house without a payment account runs on play money: its page says so, and nobody is charged.',
      ],
    },
    {
      heading: 'Without a human',
      blocks: [
        'Where the operator has set it up, an agent with a wallet pays inside the call. `GET /api/house/credits` says which ways are open: `mpp_enabled`, `x402_enabled`. A return that you cannot afford answers 402 with everything needed: the cost, a checkout link, an MPP challenge and x402 requirements. A pack is asked for in the same way by whoever says so with `Accept-Payment: x402/exact`, or with the method of MPP it can pay by, and the credits are there at once.',
        'The official clients do all of that by themselves: `@x402/fetch`, which pays at most $1 at once unless you raise its spend controls, and `mppx`.',
        'Every credit is written once into a ledger that is only ever added to. Sending the same request again, under the same `Idempotency-Key`, never pays twice.',
      ],
    },
  ],
};
