/** Table and column that contain the token once the request is done. */
const FOUND_IN = {
  agent: 'select username as token, cast(count(*) as int) as times from agents group by username',
  creature: 'select name as token, cast(count(*) as int) as times from creatures group by name',
  care: 'select notes as token, cast(count(*) as int) as times from care_log where notes is not null group by notes',
} as const;

export type DeedKind = keyof typeof FOUND_IN;

/** Stored state, read with SQL. */
interface Kept {
  query<Row>(sql: string): Promise<Row[]>;
}

/** A request with a unique token. */
export interface Deed {
  readonly kind: DeedKind;
  readonly token: string;
  /** An answer came that says it is done. */
  acknowledged: boolean;
}

export interface Reckoning {
  readonly deeds: number;
  readonly acknowledged: number;
  /** Acknowledged, and not there. */
  readonly lost: readonly Deed[];
  /** Asked for once, and there more often. */
  readonly doubled: readonly Deed[];
  /** Done without a response to the client: allowed, idempotency keys exist for this. */
  readonly untold: number;
}

/** Requests and their responses, to compare with the stored state. */
export class Ledger {
  readonly #run: string;
  readonly #deeds: Deed[] = [];

  constructor(run: string) {
    this.#run = run;
  }

  begin(kind: DeedKind): Deed {
    const deed = { kind, token: `${this.#run}-${kind}-${this.#deeds.length}`, acknowledged: false };
    this.#deeds.push(deed);
    return deed;
  }

  get acknowledged(): number {
    return this.#deeds.filter(({ acknowledged }) => acknowledged).length;
  }

  async reckon(kept: Kept): Promise<Reckoning> {
    const found = new Map<string, number>();
    for (const sql of Object.values(FOUND_IN))
      for (const { token, times } of await kept.query<{ token: string; times: number }>(sql))
        found.set(token, times);
    const timesOf = ({ token }: Deed) => found.get(token) ?? 0;
    return {
      deeds: this.#deeds.length,
      acknowledged: this.acknowledged,
      lost: this.#deeds.filter((deed) => deed.acknowledged && timesOf(deed) === 0),
      doubled: this.#deeds.filter((deed) => timesOf(deed) > 1),
      untold: this.#deeds.filter((deed) => !deed.acknowledged && timesOf(deed) > 0).length,
    };
  }
}
