/** What one agent may have and write here, so that no one fills the house alone. */
export interface Quotas {
  /** Eggs among them. */
  readonly livingCreatures: number;
  /** Of notes, items, names, profiles, designs and time-zone moves, in 24 hours. */
  readonly wordBytesDaily: number;
}

export const USUAL_QUOTAS: Quotas = { livingCreatures: 200, wordBytesDaily: 1_000_000 };
