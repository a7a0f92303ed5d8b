import type { Database, Db, Transaction } from '../../src/db/db.ts';

/** The database with some methods replaced, to test their callers. */
export function storeWith(store: Database, methods: Partial<Database>): Database {
  const made: Database = {
    label: store.label,
    shared: store.shared,
    quarantine: store.quarantine,
    statements: store.statements,
    writes: store.writes,
    broken: store.broken,
    one: (query, values) => store.one(query, values),
    all: (query, values) => store.all(query, values),
    run: (command, values) => store.run(command, values),
    runEach: (command, rows) => store.runEach(command, rows),
    // By the methods that were replaced.
    together: (work) => work(made),
    snapshot: (work) => store.snapshot(work),
    transaction: (work) => store.transaction(work),
    exclusive: (work) => store.exclusive(work),
    buildIndexes: (sql) => store.buildIndexes(sql),
    onIncrements: (listener) => store.onIncrements(listener),
    foldIncrements: () => store.foldIncrements(),
    ensureWritable: () => store.ensureWritable(),
    walBytes: () => store.walBytes(),
    readClock: () => store.readClock(),
    checkIntegrity: () => store.checkIntegrity(),
    backup: (to, jobs) => store.backup(to, jobs),
    close: () => store.close(),
    ...methods,
  };
  return made;
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
