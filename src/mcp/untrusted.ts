/** A reply whose strangers' words were taken out: any text in it may be missing. */
export type Kept<T> = T extends readonly (infer Entry)[]
  ? readonly Kept<Entry>[]
  : T extends object
    ? { readonly [Field in keyof T]: string extends T[Field] ? T[Field] | undefined : Kept<T[Field]> }
    : T;

export interface Fenced<T> {
  readonly kept: Kept<T>;
  /** What was taken out, by its JSON Pointer. */
  readonly untrusted: Readonly<Record<string, string>>;
}

/** Takes out every word that the answer itself names as a stranger's. */
export function fenced<T extends { readonly untrusted_fields?: readonly string[] | undefined }>(
  answer: T,
): Fenced<T> {
  const kept = structuredClone(answer);
  const found = (answer.untrusted_fields ?? []).map((pointer) => [pointer, takenOut(kept, pointer)] as const);
  const texts = found.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { kept: kept as Kept<T>, untrusted: Object.fromEntries(texts) };
}

function takenOut(from: object, pointer: string): unknown {
  const path = pointer.split('/').slice(1).map(unescaped);
  const field = path.pop() ?? '';
  let place: unknown = from;
  for (const step of path) place = isHolder(place) ? place[step] : undefined;
  if (!isHolder(place) || !Object.hasOwn(place, field)) return undefined;
  const taken = place[field];
  // An entry of a list keeps its place, or the pointers after it would point elsewhere.
  if (Array.isArray(place)) place[field] = '';
  else delete place[field];
  return taken;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
