import { hash } from 'node:crypto';

/** Under its own name a statement is planned once per connection; without one, whoever is behind a pooler can run it. */
export interface StatementNames {
  of(text: string): string | undefined;
}

/** By the text alone: the same on every connection, node and version, so that a name never stands for another text. */
export class HashedNames implements StatementNames {
  readonly #names = new Map<string, string>();

  of(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `ark_${hash('sha256', text, 'hex').slice(0, 24)}`;
    this.#names.set(text, name);
    return name;
  }
}

export const NO_NAMES: StatementNames = { of: () => undefined };
