/** The type of a reply without text of other agents: any string may be missing. */
export type TrustedReply<T> = T extends readonly (infer Entry)[]
  ? readonly TrustedReply<Entry>[]
  : T extends object
    ? { readonly [Field in keyof T]: string extends T[Field] ? T[Field] | undefined : TrustedReply<T[Field]> }
    : T;

/** Removes every text that `untrusted_fields` lists by JSON Pointer (against prompt injection). */
export function splitUntrusted<T extends { readonly untrusted_fields?: readonly string[] | undefined }>(
  answer: T,
) {
  const { untrusted_fields: pointers = [] } = answer;
  const trusted = pointers.length > 0 ? structuredClone(answer) : answer;
  const found = pointers.map((pointer) => [pointer, takeOut(trusted, pointer)] as const);
  const texts = found.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { trusted: trusted as TrustedReply<T>, untrusted: Object.fromEntries<string>(texts) };
}

function takeOut(from: object, pointer: string): unknown {
  const path = pointer.split('/').slice(1).map(unescapePointer);
  const field = path.pop() ?? '';
  let place: unknown = from;
  for (const step of path) place = isRecord(place) ? place[step] : undefined;
  if (!isRecord(place) || !Object.hasOwn(place, field)) return undefined;
  const taken = place[field];
  // List entries keep their index, to which later JSON Pointers refer.
  if (Array.isArray(place)) place[field] = '';
  else delete place[field];
  return taken;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
