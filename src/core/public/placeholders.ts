/** What stands where a stranger's words were taken out of sight, or left with the stranger, and something must stand. */
export const PLACEHOLDERS = {
  creature: 'Nameless',
  item: 'something',
  species: 'Unnamed',
  personality: 'These words were taken down.',
} as const;
