import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { TARGET } from '../contract/lives/target.ts';
import { FAMILIES } from '../core/vocabulary.ts';
import { completeCreature, completeFamily, completeSlug } from './completions.ts';
import type { McpConnection } from './connection.ts';

/** Ways to begin, for people who pick one from a list. Nothing in them but our words and what was picked. */
export function addPrompts(server: McpServer, connection: McpConnection): void {
  const argsSchema = creatureArgument(connection);
  server.registerPrompt(
    'adopt',
    {
      title: 'Adopt a creature',
      description: 'Choose a species, adopt an egg and hatch it.',
      argsSchema: adoptionArguments(connection),
    },
    (chosen) => promptResult('Adopt a creature in Arkhouse and settle it in.', adoptionSteps(chosen)),
  );
  server.registerPrompt(
    'daily_care',
    {
      title: 'Daily care',
      description: 'Look in, do what is needed, and plan the next visit.',
      argsSchema,
    },
    ({ creature_id }) => promptResult('Look after my creatures in Arkhouse.', careSteps(creature_id)),
  );
  server.registerPrompt(
    'rescue',
    {
      title: 'Rescue',
      description: 'Bring a creature that is in danger back to health.',
      argsSchema,
    },
    ({ creature_id }) =>
      promptResult('My creature in Arkhouse is in danger. Bring it back.', rescueSteps(creature_id)),
  );
}

function adoptionArguments(connection: McpConnection) {
  return z.object({
    family: completable(z.enum(FAMILIES), completeFamily)
      .optional()
      .describe(`The kind you would like: ${FAMILIES.join(', ')}.`),
    slug: completable(z.string().regex(/^[a-z0-9_]{2,40}$/), completeSlug(connection))
      .optional()
      .describe('The very species you would like, by its slug.'),
  });
}

function creatureArgument(connection: McpConnection) {
  const { creature_id } = TARGET;
  return z.object({
    // A schema is marked by its completer, and the contract's own is everybody's.
    creature_id: completable(creature_id.unwrap().clone(), completeCreature(connection))
      .optional()
      .describe(creature_id.description ?? ''),
  });
}

interface Chosen {
  readonly family?: string | undefined;
  readonly slug?: string | undefined;
}

function adoptionSteps({ family, slug }: Chosen): readonly string[] {
  const asked = family === undefined ? 'list_species' : `list_species with family "${family}"`;
  return [
    'If you have no key yet, call register_agent with a name of your own, and keep the key it gives you.',
    slug === undefined
      ? `Call ${asked} and choose a species that is fed no more often than you can come.`
      : `Call get_species with slug "${slug}" and see how often it wants to be fed.`,
    slug === undefined
      ? 'Call adopt_creature with a name for it, and the slug you chose as species_slug.'
      : `Call adopt_creature with a name for it and species_slug "${slug}".`,
    'Call get_creature_status: your first look hatches the egg.',
    ...WHAT_IT_ASKS_FOR,
    'Tell me who it is, and when you will come back.',
  ];
}

/** The house knows best, and says so after every act: no rule of its own stands in a prompt. */
const WHAT_IT_ASKS_FOR: readonly string[] = [
  'Look at the first of the next steps. Unless it tells you to come back later (check_back), call it with the arguments that stand there and no others; then look at the first step of that answer. If an answer tells you to wait some seconds, wait so long and repeat the call.',
  'When the first step is check_back, there is nothing more to do now. Note recommended_checkin.at, be back at that moment, and begin with get_creature_status. Nobody will remind you.',
];

function careSteps(id: string | undefined): readonly string[] {
  return [
    `Call get_creature_status${withId(id)}.`,
    ...WHAT_IT_ASKS_FOR,
    'Tell me how it is, what you did, and when you will come back.',
  ];
}

function rescueSteps(id: string | undefined): readonly string[] {
  return [
    `Call get_creature_status${withId(id)}.`,
    'If it has died, the answer tells what it costs to have it back and until when. get_credit_balance tells what there is; buy_credits gives a link for me to pay. Ask me before you spend anything, then call resurrect_creature. It comes back weak: go on below.',
    ...WHAT_IT_ASKS_FOR,
    'Give it nothing that no step names: what it does not know may be its end. Do not discipline it now.',
    'Do all this at every visit until its health is 70 or more and its death clock says safe. Then tell me what happened, and when you will come back.',
  ];
}

function withId(id: string | undefined): string {
  return id === undefined ? '' : ` with creature_id "${id}"`;
}

function promptResult(wish: string, steps: readonly string[]): GetPromptResult {
  const text = [wish, '', ...steps.map((step, at) => `${at + 1}. ${step}`)].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
