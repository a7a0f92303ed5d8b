import { z } from 'zod';

import { STAGES } from '../../core/vocabulary.ts';
import { RecommendedCheckin } from '../lives/checkin.ts';
import { DEATHS, LateCreature, MoreCreatures, ResurrectionOffer, SleepInfo } from '../lives/creature.ts';
import { Id, NextSteps, UntrustedFields, Warnings } from './fields.ts';

const YourCreature = z
  .object({ id: Id, name: z.string(), species: z.string(), stage: z.enum(STAGES) })
  .meta({ id: 'YourCreature' });

/** What every refusal is answered with. */
export const ProblemBody = z
  .object({
    error: z.string().describe('What went wrong.'),
    code: z.string().describe('The same in one stable word, for programs.'),
    message: z.string().optional().describe('What you find instead of what you asked for.'),
    details: z.string().optional().describe('Which field, what was expected, what came; in words.'),
    fields: z
      .array(
        z.object({
          field: z.string(),
          expected: z.string(),
          received: z.string(),
          did_you_mean: z.string().optional(),
        }),
      )
      .optional()
      .describe('The same for programs.'),
    suggestion: z.string().optional().describe('What to do about it.'),
    did_you_mean: z.string().optional().describe('The operation, or the word, that was probably meant.'),
    retry_after_seconds: z.int().optional().describe('How long to wait before the next try.'),
    your_creatures: z.array(YourCreature).optional().describe('Your living creatures, to name one of.'),
    more_creatures: MoreCreatures,
    ...DEATHS,
    creature: LateCreature.optional().describe('The one this is about, which has died.'),
    resurrection: ResurrectionOffer.optional().describe('What it takes to have it back.'),
    sleep_info: SleepInfo.optional(),
    recommended_checkin: RecommendedCheckin.optional(),
    cost: z.int().optional().describe('What it costs, in credits.'),
    credits: z.int().optional().describe('What you have.'),
    shortfall: z
      .int()
      .optional()
      .describe('How many are missing; every way to pay below covers all of them.'),
    checkout_url: z.string().optional().describe('For a human to open, to pay what is missing.'),
    mpp: z
      .object({ challenges: z.array(z.looseObject({})) })
      .optional()
      .describe('The challenges of WWW-Authenticate once more, for agents that pay with MPP.'),
    x402: z
      .looseObject({})
      .optional()
      .describe('What PAYMENT-REQUIRED says in base64, for agents that pay with x402.'),
    x402Version: z.literal(1).optional().describe('For x402 clients of version 1, with `accepts`.'),
    accepts: z.array(z.looseObject({})).optional(),
    untrusted_fields: UntrustedFields.optional(),
    request_id: z.string().describe('Quote this when asking the operator.'),
    next_steps: NextSteps.optional(),
    warnings: Warnings.optional(),
  })
  .meta({ id: 'Problem' });
export type ProblemBody = z.output<typeof ProblemBody>;
