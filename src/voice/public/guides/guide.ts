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
  string | { readonly code: string } | { readonly list: readonly string[] } | GuideTable | GuideFigure;

/** The drawings that guides are explained with. */
export type FigureName = 'feeding_window' | 'decay' | 'death_clock' | 'stages' | 'paths' | 'payment';

export interface GuideFigure {
  readonly figure: FigureName;
  readonly caption: string;
  /** All that it shows, for those who do not see it. */
  readonly says: string;
}

export interface GuideTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
