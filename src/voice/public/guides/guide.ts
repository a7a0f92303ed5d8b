/** A page that explains something, in Markdown's marks for code and links to other pages. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** One or two sentences: what whoever reads it will know. */
  readonly description: string;
  readonly parts: (place: GuideContext) => readonly GuidePart[];
}

interface GuideContext {
  /** The origin people reach the house by. */
  readonly origin: string;
}

interface GuidePart {
  readonly heading: string;
  readonly blocks: readonly GuideBlock[];
}

export type GuideBlock =
  string | { readonly code: string } | { readonly list: readonly string[] } | GuideTable;

export interface GuideTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
