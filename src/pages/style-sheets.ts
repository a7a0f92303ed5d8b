/** The style of the pages, in the order the rules stand in: beside each subject's pages what only they need. */
export const STYLE_SHEETS = [
  'style.css',
  'parts/window.css',
  'parts/copy.css',
  'public/home.css',
  'public/creatures.css',
  'lives/creature.css',
  'keepers/agent.css',
  'keepers/keepers.css',
  'motion.css',
  'public/graveyard.css',
  'public/hall.css',
  'species/species.css',
  'public/guides.css',
  'public/api-reference.css',
  'money/checkout.css',
  'print.css',
] as const;
