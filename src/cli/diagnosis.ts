/** A finding of `doctor`. `wrong`: the server does not start or does not work as documented. */
export interface Diagnosis {
  readonly name: string;
  readonly state: 'fine' | 'note' | 'wrong';
  readonly found: string;
  readonly remedy?: string;
}

export type CheckResult = Diagnosis | readonly Diagnosis[];

/** Returns functions that make the three kinds of findings of one check. */
export function finding(name: string) {
  return {
    fine: (found: string): Diagnosis => ({ name, state: 'fine', found }),
    note: (found: string, remedy: string): Diagnosis => ({ name, state: 'note', found, remedy }),
    wrong: (found: string, remedy: string): Diagnosis => ({ name, state: 'wrong', found, remedy }),
  };
}

/** The message of the innermost cause: wrappers only repeat that something failed. */
export function reasonOf(error: unknown): string {
  const first = causesOf(error).at(-1);
  if (!(first instanceof Error)) return String(first);
  return first.message || codeOf(first) || first.name;
}

export function codeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map((each) => (each as { code?: unknown } | undefined)?.code);
  return codes.find((code) => typeof code === 'string');
}

export function isMissingPackage(error: unknown): boolean {
  return causesOf(error).some(
    (each) => codeOf(each) === 'ERR_MODULE_NOT_FOUND' || codeOf(each) === 'MODULE_NOT_FOUND',
  );
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error) || error.cause === undefined) return [error];
  return [error, ...causesOf(error.cause)];
}
