import type { Database } from '../../src/store/engine/db.ts';

/** The same database with some of its methods replaced, to see what becomes of those who need them. */
export function storeWith(store: Database, methods: Partial<Database>): Database {
  return {
    label: store.label,
    shared: store.shared,
    broken: store.broken,
    one: (query, values) => store.one(query, values),
    all: (query, values) => store.all(query, values),
    run: (command, values) => store.run(command, values),
    runEach: (command, rows) => store.runEach(command, rows),
    together: (work) => store.together(work),
    snapshot: (work) => store.snapshot(work),
    transaction: (work) => store.transaction(work),
    exclusive: (work) => store.exclusive(work),
    onIncrements: (listener) => store.onIncrements(listener),
    ensureWritable: () => store.ensureWritable(),
    walBytes: () => store.walBytes(),
    checkIntegrity: () => store.checkIntegrity(),
    backup: (file) => store.backup(file),
    close: () => store.close(),
    ...methods,
  };
}
