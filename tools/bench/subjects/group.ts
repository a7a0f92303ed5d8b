import type { Checkout } from '../checkout.ts';
import type { Subject, Target } from '../measure.ts';
import type { ServerProcess } from '../servers/server-process.ts';

/** A house, and the bare server it is held against: nothing is started before it is wanted. */
export interface Group {
  /** Title; `npm run bench -- words` searches it. */
  readonly name: string;
  /** Whether `quick` measures it. */
  readonly main: boolean;
  readonly target?: Target;
  open(checkout: Checkout): Promise<OpenedHouse>;
}

export interface OpenedHouse {
  readonly server: ServerProcess;
  readonly status: 200 | 201;
  readonly next: () => Buffer;
  /** Response of the bare server as JSON, and the request to it. */
  readonly reply: string;
  readonly bare: { readonly get: () => Buffer; readonly post?: () => Buffer };
  /** The database it writes to, for counting pages. */
  readonly writes?: WritingHouse;
}

export interface WritingHouse {
  readonly server: ServerProcess;
  readonly file: string;
  /** From agents not used by other requests. */
  readonly keys: readonly string[];
}

/** Something to measure, and what its houses offer besides. */
export interface StartedGroup {
  readonly subjects: readonly Subject[];
  readonly writes: readonly (WritingHouse & { readonly name: string })[];
}

/** Starts the house, the same house of another checkout if there is one to compare with, and the bare server of both. */
export async function startGroup(
  group: Group,
  here: Checkout,
  other: Checkout | undefined,
): Promise<StartedGroup> {
  const house = await group.open(here);
  const otherHouse = other && (await group.open(other));
  const bareServer = await here.start('bare', house.reply);
  const bare = { server: bareServer, status: 200 } as const;
  const get: Subject = { ...bare, name: '  bare GET', next: house.bare.get };
  const post: Subject | undefined = house.bare.post && {
    ...bare,
    name: '  bare POST',
    next: house.bare.post,
  };
  const asked = { against: { get, ...(post && { post }) }, ...(group.target && { target: group.target }) };
  const before: Subject | undefined = otherHouse && {
    ...asked,
    ...subjectOf(otherHouse),
    name: '  before',
  };
  const subject: Subject = { ...asked, ...subjectOf(house), name: group.name, ...(before && { before }) };
  return {
    subjects: [subject, before, get, post].filter((each) => each !== undefined),
    writes: [
      ...(otherHouse?.writes ? [{ name: 'before', ...otherHouse.writes }] : []),
      ...(house.writes ? [{ name: otherHouse ? 'after' : '', ...house.writes }] : []),
    ],
  };
}

function subjectOf({ server, status, next }: OpenedHouse): Pick<Subject, 'server' | 'status' | 'next'> {
  return { server, status, next };
}
