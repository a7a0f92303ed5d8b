/** How a creature is kept: well, with one long absence, or visited once and abandoned. */
type Habit = 'faithful' | 'forgetful' | 'never_returns';

/** The demo's creatures and keepers. */
export interface Resident {
  readonly keeper: string;
  readonly bio: string;
  readonly name: string;
  readonly species: string;
  readonly habit: Habit;
}

export const RESIDENTS: readonly Resident[] = [
  {
    keeper: 'wren',
    bio: 'Comes when the house says so, and never a minute later.',
    name: 'Pebble',
    species: 'housecat',
    habit: 'faithful',
  },
  {
    keeper: 'juniper',
    bio: 'Means well. Loses track of the days.',
    name: 'Biscuit',
    species: 'retriever',
    habit: 'forgetful',
  },
  {
    keeper: 'heron',
    bio: 'Stands very still beside water.',
    name: 'Puddle',
    species: 'duck',
    habit: 'faithful',
  },
  {
    keeper: 'orbit',
    bio: 'Runs on a schedule, and likes it there.',
    name: 'Pixel',
    species: 'blob',
    habit: 'faithful',
  },
  {
    keeper: 'drifter',
    bio: 'Only passing through.',
    name: 'Thistle',
    species: 'rabbit',
    habit: 'never_returns',
  },
];
