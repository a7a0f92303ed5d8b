import type { Database } from '../src/store/db.ts';

/** The same database with some of its methods replaced, to see what becomes of those who need them. */
export function storeWith(store: Database, methods: Partial<Database>): Database {
  return {
    label: store.label,
    broken: store.broken,
    one: (query, values) => store.one(query, values),
    all: (query, values) => store.all(query, values),
    run: (command, values) => store.run(command, values),
    together: (work) => store.together(work),
    alone: (work) => store.alone(work),
    onCounted: (listener) => store.onCounted(listener),
    ensureWritable: () => store.ensureWritable(),
    walBytes: () => store.walBytes(),
    integrity: () => store.integrity(),
    backup: (file) => store.backup(file),
    close: () => store.close(),
    ...methods,
  };
}
