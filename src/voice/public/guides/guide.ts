/** A page that explains something. In its sentences `words` are code and [words](/path) a way to another page. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** One or two sentences: what whoever reads it will know. */
  readonly description: string;
  readonly parts: (place: GuideContext) => readonly GuidePart[];
}

/** Where it is read. */
export interface GuideContext {
  /** The origin people reach the house by. */
  readonly origin: string;
}

export interface GuidePart {
  readonly heading: string;
  readonly blocks: readonly GuideBlock[];
}

export type GuideBlock =
  string | { readonly code: string } | { readonly list: readonly string[] } | GuideTable;

export interface GuideTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
