/** What stands where the operator has taken a stranger's words out of sight and something must stand. */
export const PLACEHOLDERS = {
  creature: 'Nameless',
  species: 'Unnamed',
  personality: 'These words were taken down.',
} as const;
