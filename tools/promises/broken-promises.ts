import { typesIn, type PromisedField, type PromisedFields } from './flat-schema.ts';
import { NAMED_KINDS, type Promised } from './promised.ts';

/** Every promise of `then` that `now` does not keep, in a line each. What was added breaks none. */
export function brokenPromises(then: Promised, now: Promised): string[] {
  return [
    ...Object.entries(then.routes).flatMap(([name, route]) => {
      const found = now.routes[name];
      if (!found) return [`${name}: is gone`];
      return [
        ...(['call', 'auth', 'status'] as const)
          .filter((part) => found[part] !== route[part])
          .map((part) => `${name}: ${part} was ${route[part]} and is ${found[part]}`),
        ...untaken(`${name}: `, route.takes, found.takes),
        ...untold(`${name}: `, route.answers, found.answers),
      ];
    }),
    ...untold('refusal: ', then.refusal, now.refusal),
    ...Object.entries(then.problems)
      .filter(([code, status]) => now.problems[code] !== status)
      .map(([code, status]) => `problem ${code}: was ${status} and is ${now.problems[code] ?? 'gone'}`),
    ...Object.entries(then.limits)
      .filter(([name, { max, windowSeconds }]) => {
        const found = now.limits[name];
        // Per window or on average.
        return !found || found.max < max || found.max / found.windowSeconds < max / windowSeconds;
      })
      .map(([name]) => `limit ${name}: is stricter, or gone`),
    ...Object.entries(then.tools).flatMap(([name, input]) => {
      const found = now.tools[name];
      return found ? untaken(`tool ${name}: `, input, found) : [`tool ${name}: is gone`];
    }),
    ...Object.entries(then.migrations)
      .filter(([name, digest]) => now.migrations[name] !== digest)
      .map(([name]) => `migration ${name}: was edited, or is gone`),
    ...NAMED_KINDS.flatMap((kind) =>
      then.names[kind]
        .filter((name) => !now.names[kind].includes(name))
        .map((name) => `${kind}: ${name} is gone`),
    ),
  ];
}

/** Requests that were accepted and no longer are. */
function untaken(of: string, then: PromisedFields, now: PromisedFields): string[] {
  const gone = Object.entries(then).flatMap(([path, field]) =>
    (now[path] ? narrowed(field, now[path]) : ['is not taken any more']).map((why) => `${of}${path} ${why}`),
  );
  const wanted = Object.entries(now)
    .filter(([path, { required }]) => required && then[path]?.required !== true && hasParent(then, path))
    .map(([path]) => `${of}${path} has become required`);
  return [...gone, ...wanted];
}

/** New objects may require any field. */
function hasParent(then: PromisedFields, path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf('.')).replaceAll(/(?:\[\])+$/g, '');
  return !parent.includes('.') || then[parent] !== undefined;
}

function narrowed(then: PromisedField, now: PromisedField): string[] {
  const words = then.words?.filter((word) => now.words?.includes(word) === false) ?? [];
  return [
    ...(isWithin(then, now) ? [] : [changedType(then, now)]),
    ...words.map((word) => `may not be ${word} any more`),
    ...(!then.words && now.words ? [`may only be ${now.words.join(', ')} now`] : []),
    ...((now.least ?? -Infinity) > (then.least ?? -Infinity) ? [`must be at least ${now.least} now`] : []),
    ...((now.most ?? Infinity) < (then.most ?? Infinity) ? [`may be at most ${now.most} now`] : []),
  ];
}

/** Response fields that were present and no longer are. */
function untold(of: string, then: PromisedFields, now: PromisedFields): string[] {
  return Object.entries(then).flatMap(([path, field]) => {
    const found = now[path];
    if (!found) return [`${of}${path} is not told any more`];
    if (field.required && !found.required) return [`${of}${path} may be missing now`];
    return isWithin(found, field) ? [] : [`${of}${path} ${changedType(field, found)}`];
  });
}

/** No type at all is any type. */
function isWithin(inner: PromisedField, outer: PromisedField): boolean {
  const [some, all] = [typesIn(inner), typesIn(outer)];
  if (all.length === 0) return true;
  const isHeld = (type: string) => all.includes(type) || (type === 'integer' && all.includes('number'));
  return some.length > 0 && some.every(isHeld);
}

function changedType(then: PromisedField, now: PromisedField): string {
  return `was ${then.type ?? 'anything'} and is ${now.type ?? 'anything'}`;
}
