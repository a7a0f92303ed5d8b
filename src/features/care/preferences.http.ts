import type { ROUTES } from '../../api/routes.ts';
import type { Reply } from '../../api/route.ts';
import { ITEM_ACTIONS, type ItemAction } from '../../rules/vocabulary.ts';
import { listPreferences, type DiscoveredItem, type Preferences } from './preferences.ts';
import { preferencesNote, stepsAfterPreferences } from '../../text/creature/care-message.ts';
import type { Handler } from '../../server/handler.ts';
import { roundScoreDown, untrustedFields, untrustedSpecies } from '../../server/reply-parts.ts';

export const getCreaturePreferences: Handler<typeof ROUTES.getCreaturePreferences> = {
  async answer(house, { agent, query, now }) {
    const preferences = await listPreferences(house, agent, query.creature_id ?? query.id, now);
    return { body: presentPreferences(preferences) };
  },
};

type PreferencesReply = Reply<typeof ROUTES.getCreaturePreferences>;

/** What it is fond of, and how it took what was tried. */
export function presentPreferences(facts: Preferences): PreferencesReply {
  const { creature, species, discovered } = facts;
  return {
    creature: { id: creature.id, name: creature.name, species: species.name, family: species.family },
    preferences: presentTastes(species.tastes),
    discovered: presentDiscovered(discovered),
    note: preferencesNote({ discovered: discovered.length, seed: creature.seed }),
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterPreferences(facts)],
  };
}

function presentTastes(tastes: Preferences['species']['tastes']): PreferencesReply['preferences'] {
  return {
    feed: [...tastes.feed],
    play: [...tastes.play],
    clean: [...tastes.clean],
    medicine: [...tastes.medicine],
    discipline: [...tastes.discipline],
    sleep: [...tastes.sleep],
  };
}

function presentDiscovered(discovered: readonly DiscoveredItem[]): PreferencesReply['discovered'] {
  const tried = (action: ItemAction) => discovered.filter((each) => each.action === action);
  return Object.fromEntries(
    ITEM_ACTIONS.filter((action) => tried(action).length > 0).map((action) => [
      action,
      tried(action).map(({ item, category, score }) => ({ item, category, score: roundScoreDown(score) })),
    ]),
  );
}
