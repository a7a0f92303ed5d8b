import type { Tastes } from '../../species/species.ts';
import type { Family, ItemAction, ItemCategory } from '../../vocabulary.ts';
import { wordsOf } from './item-words.ts';
import { readItem, type KnownThing } from './lexicon.ts';
import rules from './taste-rules.json' with { type: 'json' };

/** How a creature lives, as far as it decides what is good for it: one column of the rules for each. */
const WAYS = ['cat', 'dog', 'meat', 'mixed', 'seed', 'graze', 'snack', 'ai', 'ember'] as const;
export type WayOfLife = (typeof WAYS)[number];

const CATEGORY_OF_LETTER: Readonly<Record<string, ItemCategory>> = {
  l: 'liked',
  n: 'neutral',
  d: 'disliked',
  h: 'harmful',
};

type RuleTable = Readonly<Record<string, string>>;
const RULES: Readonly<Record<ItemAction | 'any', RuleTable>> = rules;

/** What a thing is to whoever lives like this: by its own row, by its kind's, or by its group's. */
export function ruleFor({ name, kind, group }: KnownThing, action: ItemAction, way: WayOfLife): ItemCategory {
  const tables = [RULES[action], RULES.any];
  const row = [name, kind, group].flatMap((key) => tables.map((table) => table[key])).find(Boolean) ?? 'n';
  return CATEGORY_OF_LETTER[row.length === 1 ? row : row.charAt(WAYS.indexOf(way))] ?? 'neutral';
}

/** What a word beside a thing makes of it. */
export function markRuleFor(mark: string, action: ItemAction, way: WayOfLife): ItemCategory {
  return ruleFor({ name: mark, kind: mark, group: mark }, action, way);
}

const ANIMALS =
  /^(?:fish|shellfish|squid|poultry|meat|processed meat|organ meat|bones|prey|eggs|insects|worms)$/;
const GREENS = /^(?:leafy greens|hay|flowers|cactus|twigs and bark)$/;
const FRUITS =
  /^(?:fruit|tropical fruit|berries|citrus|vegetables|squash|grains|seeds|nuts|nectar and syrup|beans and lentils)$/;

/** True if both kinds of food belong to the same diet: insects and worms are both animals. */
export function isSameDiet(one: string, other: string): boolean {
  return one === other || [ANIMALS, GREENS, FRUITS].some((diet) => diet.test(one) && diet.test(other));
}

/** Told from its family and what it eats. */
export function wayOfLife(family: Family, tastes: Tastes): WayOfLife {
  if (family === 'cat' || family === 'dog') return family;
  const meals = tastes.feed.flatMap((item) => readItem(wordsOf(item)).head);
  const eats = (kinds: RegExp) => meals.some(({ kind }) => kinds.test(kind));
  if (family === 'ai-native') {
    if (eats(/^fire$/)) return 'ember';
    return meals.some(({ group }) => group === 'food') ? 'snack' : 'ai';
  }
  if (eats(ANIMALS)) return eats(GREENS) || eats(FRUITS) ? 'mixed' : 'meat';
  if (eats(GREENS)) return 'graze';
  return eats(FRUITS) ? 'seed' : 'mixed';
}
