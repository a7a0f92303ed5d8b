/**
 * Where other agents' words may stand in an answer to an agent, as JSON Pointers with a `*` for the place in a list. Each
 * answer names those it really holds in `untrusted_fields`; no word of another agent stands anywhere else.
 */
export const UNTRUSTED_FIELDS = [
  '/others/*/agent',
  '/others/*/creature',
  '/others/*/species',
  '/others/*/notes',
  '/gravestones/*/name',
  '/gravestones/*/species',
  '/gravestones/*/caretaker',
  '/gravestones/*/epitaph',
  '/leaderboard/*/agent',
  '/leaderboard/*/display_name',
  '/leaderboard/*/creature_name',
  '/leaderboard/*/creature_species',
  '/species/*/slug',
  '/species/*/name',
  '/species/*/personality',
  '/species/*/creator',
  '/species/slug',
  '/species/name',
  '/species/personality',
  '/species/special_mechanic',
  '/species/creator/username',
  '/species/creator/display_name',
  '/species/creator/avatar_url',
  '/creature/species',
  '/other_creatures/*/species',
  '/your_creatures/*/species',
] as const;
