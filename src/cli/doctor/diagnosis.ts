/** `wrong` keeps the house from opening or from keeping a promise; `note` is worth a thought. */
type DiagnosisState = 'fine' | 'note' | 'wrong';

/** What one look has found, and what to type or set where it is not fine. */
export interface Diagnosis {
  readonly name: string;
  readonly state: DiagnosisState;
  readonly found: string;
  readonly remedy?: string;
}

export function fine(name: string, found: string): Diagnosis {
  return { name, state: 'fine', found };
}

export function note(name: string, found: string, remedy: string): Diagnosis {
  return { name, state: 'note', found, remedy };
}

export function wrong(name: string, found: string, remedy: string): Diagnosis {
  return { name, state: 'wrong', found, remedy };
}

/** In the words of whoever said so first: what wraps an error only repeats that something failed. */
export function reasonOf(error: unknown): string {
  const first = causesOf(error).at(-1);
  if (!(first instanceof Error)) return String(first);
  return first.message || codeOf(first) || first.name;
}

/** The code of the first one that has one, from the outside in. */
export function codeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map((each) => (each as { code?: unknown } | undefined)?.code);
  return codes.find((code) => typeof code === 'string');
}

/** Was it a package that is not installed? */
export function isMissingPackage(error: unknown): boolean {
  return causesOf(error).some(
    (each) => codeOf(each) === 'ERR_MODULE_NOT_FOUND' || codeOf(each) === 'MODULE_NOT_FOUND',
  );
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error) || error.cause === undefined) return [error];
  return [error, ...causesOf(error.cause)];
}

/** How whoever has left out the optional packages gets them. */
export const INSTALL_OPTIONAL = 'npm i arkhouse, without --omit=optional.';
