import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { ITEM_ACTIONS, type ItemAction } from '../../core/vocabulary.ts';
import type { Discovered, Preferences } from '../../house/list-preferences.ts';
import { preferencesNote } from '../../voice/house-words.ts';
import { forPreferences } from '../../voice/page-steps.ts';
import { scored } from './numbers.ts';
import { isStrangers, pointers } from './untrusted.ts';

type PreferencesReply = Reply<typeof ROUTES.getCreaturePreferences>;

/** What it is fond of, and how it took what was tried. */
export function presentPreferences(facts: Preferences): PreferencesReply {
  const { creature, species, discovered } = facts;
  return {
    creature: { id: creature.id, name: creature.name, species: species.name, family: species.family },
    preferences: presentTastes(species.tastes),
    discovered: presentDiscovered(discovered),
    note: preferencesNote({ discovered: discovered.length, seed: creature.seed }),
    untrusted_fields: pointers(isStrangers(species) ? ['/creature/species'] : []),
    next_steps: [...forPreferences(facts)],
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

function presentDiscovered(discovered: readonly Discovered[]): PreferencesReply['discovered'] {
  const tried = (action: ItemAction) => discovered.filter((each) => each.action === action);
  return Object.fromEntries(
    ITEM_ACTIONS.filter((action) => tried(action).length > 0).map((action) => [
      action,
      tried(action).map(({ item, category, score }) => ({ item, category, score: scored(score) })),
    ]),
  );
}
