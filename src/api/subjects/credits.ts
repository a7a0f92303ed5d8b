import { z } from 'zod';

import { PACK_IDS, PAYMENT_METHODS } from '../../rules/vocabulary.ts';
import { component, form, Id, oneOf, replyOf, Time } from '../fields.ts';
import { defineRoute } from '../route.ts';

const CreditPack = component('CreditPack', {
  id: z.enum(PACK_IDS),
  credits: z.int(),
  price: z.string().describe('In US dollars.'),
});

export const Gift = component('Gift', {
  creature_id: Id,
  name: z.string(),
  credits: z.int().describe('What was paid for, on your balance.'),
  brought_back: z.boolean().describe('True if these credits brought it back; else you have them all.'),
  at: Time,
});

export const getCreditBalance = defineRoute('get_credit_balance', 'GET /api/house/credits', {
  summary: 'See your credits and what more would cost',
  description: 'Your balance, the packs on offer, and whether you can pay yourself or need a human.',
  client: 'credits.balance',
  tag: 'Credits',
  auth: 'required',
  limit: 'credits',
  links: { buy_credits: { pack: '/packs/0/id' } },
  reply: replyOf({
    credits: z.int(),
    debt: z
      .int()
      .optional()
      .describe(
        'Only when a payment was taken back after its credits were spent; the next credits go there.',
      ),
    message: z.string().optional().describe('Who can pay, where you cannot.'),
    mpp_enabled: z.boolean(),
    x402_enabled: z.boolean(),
    packs: z.array(CreditPack),
    gifts: z
      .array(Gift)
      .optional()
      .describe('What somebody else paid for your creatures in the last 30 days, newest first.'),
  }),
});

export const buyCredits = defineRoute('buy_credits', 'POST /api/house/credits', {
  summary: 'Buy a pack of credits',
  description:
    'Gives you a checkout link for your human; credits arrive once paid. Inline payment gets them at once.',
  invalid: 'Invalid pack',
  client: 'credits.buy',
  tag: 'Credits',
  auth: 'required',
  limit: 'credits',
  body: form(z.object({ pack: oneOf(PACK_IDS).describe('How many credits.') })),
  example: { pack: '100' },
  aliases: { credits: 'pack', amount: 'pack', quantity: 'pack', pack_id: 'pack', id: 'pack' },
  synonyms: { pack: { small: '100', medium: '500', large: '1000' } },
  exact: true,
  links: { get_credit_balance: {} },
  reply: replyOf({
    checkout_url: z.string().optional().describe('For a human to open; absent when you have already paid.'),
    pack: CreditPack.omit({ id: true }),
    sandbox: z.literal(true).optional().describe('Only where the money is play money and no card is needed.'),
    payment_method: z.enum(PAYMENT_METHODS).optional().describe('Only when you paid inline.'),
    credits: z.int().optional().describe('Your new balance, when you paid inline.'),
    message: z.string(),
  }),
  problems: [
    'payment_required',
    'payment_refused',
    'payment_unclear',
    'payments_off',
    'checkout_unreachable',
  ],
});
