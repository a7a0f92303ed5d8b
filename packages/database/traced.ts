import type { Database } from './db.ts';

type Trace = <T>(
  name: string,
  attributes: Readonly<Record<string, string>>,
  work: () => Promise<T>,
) => Promise<T>;

export function traceDatabase(store: Database, trace: Trace): Database {
  const attributes = { 'db.system.name': store.shared ? 'postgresql' : 'sqlite' };
  const span = <T>(name: string, work: () => Promise<T>) => trace(name, attributes, work);
  const ofStatement = <T>(text: string, work: () => Promise<T>) => {
    const { name } = store.statements.of(text);
    return trace(name, { ...attributes, 'db.query.summary': name }, work);
  };
  const traced: Partial<Database> = {
    one: (query, values) => ofStatement(query.text, () => store.one(query, values)),
    all: (query, values) => ofStatement(query.text, () => store.all(query, values)),
    run: (command, values) => ofStatement(command.text, () => store.run(command, values)),
    runEach: (command, rows) => ofStatement(command.forMany, () => store.runEach(command, rows)),
    transaction: (work) => span('transaction', () => store.transaction(work)),
    together: (work) => span('statements', () => store.together(work)),
  };
  return new Proxy(store, {
    get(target, name) {
      if (name in traced) return traced[name as keyof Database];
      const value: unknown = Reflect.get(target, name);
      // Methods use private fields, which a proxy does not have.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
