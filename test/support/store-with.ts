import type { Database, Db, Transaction } from '../../packages/database/db.ts';

/** The database with some methods replaced, to test their callers. */
export function storeWith(store: Database, methods: Partial<Database>): Database {
  // Several statements together also go through the methods that were replaced.
  const replaced: Partial<Database> = { together: (work) => work(made), ...methods };
  const made = new Proxy(store, {
    get(_, name) {
      const owner = name in replaced ? replaced : store;
      const found: unknown = Reflect.get(owner, name);
      return typeof found === 'function' ? found.bind(owner) : found;
    },
  });
  return made;
}

/** The database, and how many creatures and entries of care logs were read from it. */
export function countingReads(store: Database) {
  const counted = { creatures: 0, entries: 0 };
  const count = (text: string, rows: number) => {
    if (text.includes('recent_deeds')) counted.creatures += rows;
    if (text.includes('care_log')) counted.entries += rows;
  };
  const counting = storeWith(store, {
    async all(query, values) {
      const rows = await store.all(query, values);
      count(query.text, rows.length);
      return rows;
    },
    async one(query, values) {
      const row = await store.one(query, values);
      count(query.text, row === undefined ? 0 : 1);
      return row;
    },
  });
  /** What `work` has read. */
  const during = async (work: () => Promise<unknown>) => {
    Object.assign(counted, { creatures: 0, entries: 0 });
    await work();
    return { ...counted };
  };
  return { counting, during };
}

/** The database, and the most rows that one read of a list has returned. */
export function countingRows(store: Database, before: (text: string) => void = () => undefined) {
  const counted = { most: 0 };
  const counting = storeWith(store, {
    async all(query, values) {
      before(query.text);
      const rows = await store.all(query, values);
      counted.most = Math.max(counted.most, rows.length);
      return rows;
    },
  });
  return { counting, counted };
}

/** The database whose reads of lists or transactions fail with a secret message while `state.fails` is true. */
export function failingStore(store: Database, method: 'all' | 'transaction') {
  const state = { fails: false };
  const failure = (failing: typeof method) =>
    state.fails && method === failing ? Promise.reject(new Error('secret')) : undefined;
  const failing = storeWith(store, {
    all: (query, values) => failure('all') ?? store.all(query, values),
    transaction: (work) => failure('transaction') ?? store.transaction(work),
  });
  return { failing, state };
}

/** The transaction with all statements run by `run`, posted or awaited. */
export function transactionWith(db: Transaction, run: Db['run']): Transaction {
  const reads: Pick<Db, 'one' | 'all'> = {
    one: (query, values) => db.one(query, values),
    all: (query, values) => db.all(query, values),
  };
  const runEach: Db['runEach'] = async (command, rows) => {
    let touched = 0;
    for (const values of rows) touched += await run(command, values);
    return touched;
  };
  return {
    ...reads,
    run,
    runEach,
    posted: { ...reads, run, runEach },
    count: (increment) => db.count(increment),
    get increments() {
      return db.increments;
    },
  };
}
