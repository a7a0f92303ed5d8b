/** A page that explains something. In its sentences `words` are code and [words](/path) a way to another page. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** One or two sentences: what whoever reads it will know. */
  readonly description: string;
  readonly parts: (place: Place) => readonly Part[];
}

/** Where it is read. */
export interface Place {
  /** The origin people reach the house by. */
  readonly origin: string;
}

export interface Part {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block = string | { readonly code: string } | { readonly list: readonly string[] } | Table;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
