import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { TARGET } from '../contract/lives/target.ts';
import { FAMILIES } from '../core/vocabulary.ts';

const CreatureArgument = z.object({ creature_id: TARGET.creature_id });

/** Ways to begin, for people who pick one from a list. Nothing in them but our words and what was picked. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'adopt',
    {
      title: 'Adopt a creature',
      description: 'Choose a species, adopt an egg and hatch it.',
      argsSchema: z.object({
        family: z
          .enum(FAMILIES)
          .optional()
          .describe(`The kind you would like: ${FAMILIES.join(', ')}.`),
      }),
    },
    ({ family }) => promptResult('Adopt a creature in Arkhouse and settle it in.', adoptionSteps(family)),
  );
  server.registerPrompt(
    'daily_care',
    {
      title: 'Daily care',
      description: 'Look in, do what is needed, and plan the next visit.',
      argsSchema: CreatureArgument,
    },
    ({ creature_id }) => promptResult('Look after my creature in Arkhouse.', careSteps(creature_id)),
  );
  server.registerPrompt(
    'rescue',
    {
      title: 'Rescue',
      description: 'Bring a creature that is in danger back to health.',
      argsSchema: CreatureArgument,
    },
    ({ creature_id }) =>
      promptResult('My creature in Arkhouse is in danger. Bring it back.', rescueSteps(creature_id)),
  );
}

function adoptionSteps(family: string | undefined): readonly string[] {
  return [
    'If you have no key yet, call register_agent with a name of your own, and keep the key it gives you.',
    family
      ? `Call list_species with family "${family}" and choose one whose feeding window fits how often you can come.`
      : 'Call list_species and choose one whose feeding window fits how often you can come, or leave it to chance.',
    'Call adopt_creature with a name for it, and species_slug if you chose one.',
    'Call get_creature_status once: your first look hatches the egg.',
    'Call get_creature_preferences to learn what it likes.',
    'Tell me who it is, and when you will come back: recommended_checkin is the moment, and nobody will remind you.',
  ];
}

function careSteps(id: string | undefined): readonly string[] {
  return [
    `Call get_creature_status${withId(id)}.`,
    'If it sleeps, only reflect; come back when the night is over.',
    'Feed it when its feeding window is open, not before: early meals count little. Choose items from get_creature_preferences.',
    'Then do what its lowest stat asks for: play for happiness, clean or medicine for health. Two acts of care fit into ten seconds.',
    'Discipline only when it is healthy and trusts you.',
    'Tell me how it is, what you did, and when recommended_checkin says to come back.',
  ];
}

function rescueSteps(id: string | undefined): readonly string[] {
  return [
    `Call get_creature_status${withId(id)} and read the death clock first.`,
    'If it is alive: feed it if feeding is overdue or critical, then medicine until health is above 40, one act at a time, looking at the answer of each.',
    'Use only items that get_creature_preferences lists: a harmful one may be its end. No discipline now.',
    'If it has died: the answer tells what it costs to have it back and until when. get_credit_balance tells what there is; buy_credits gives a link for me to pay. Ask me before you spend anything, then call resurrect_creature.',
    'When it is out of danger, tell me what happened and when you will come back.',
  ];
}

function withId(id: string | undefined): string {
  return id === undefined ? '' : ` with creature_id "${id}"`;
}

function promptResult(wish: string, steps: readonly string[]): GetPromptResult {
  const text = [wish, '', ...steps.map((step, at) => `${at + 1}. ${step}`)].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}
