/** What a word in the address of a page may stand for. */
export type QueryKind = 'family' | 'stage' | 'order' | 'need' | 'board' | 'keeper' | 'page';

/** A word somebody put there, and nobody here knows. */
export interface UnknownWord {
  readonly kind: QueryKind;
  readonly given: string;
}

const NO_SUCH: Record<QueryKind, (given: string) => string> = {
  family: (given) => `There is no family called ${given}, so you see all of them.`,
  stage: (given) => `No age here is called ${given}, so you see everybody who has hatched.`,
  order: (given) => `Nobody here can be sorted by ${given}, so the list stands as it usually does.`,
  need: (given) => `Nobody here needs ${given}. What some of them need is somebody.`,
  board: (given) => `The hall has no board called ${given}, so you see the oldest.`,
  keeper: (given) => `There is no keeper called ${given} here.`,
  page: (given) => `${given} is not the number of a page, so you see the first.`,
};

export function unknownWords({ kind, given }: UnknownWord): string {
  return NO_SUCH[kind](`“${given}”`);
}
