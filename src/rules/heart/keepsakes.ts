import type { CareRecord } from '../lives/creature.ts';
import { ACTIONS, type Action, type Stage } from '../vocabulary.ts';
import type { AmbitionKind } from './ambitions-table.ts';
import type { CareDigest } from './heart.ts';
import {
  KEEPSAKES,
  KEEPSAKE_KINDS,
  type KeepsakeKind,
  type KeepsakeRow,
  type WornAt,
} from './keepsakes-table.ts';
import type { WishKind } from './wishes-table.ts';

const ROWS: readonly (readonly [KeepsakeKind, KeepsakeRow])[] = KEEPSAKE_KINDS.map((kind) => [
  kind,
  KEEPSAKES[kind],
]);

const OF_WISHES = new Map(ROWS.flatMap(([kind, { wish }]) => (wish ? [[wish, kind] as const] : [])));

export function keepsakeOfWish(wish: WishKind): KeepsakeKind {
  const kind = OF_WISHES.get(wish);
  if (!kind) throw new TypeError(`${wish} leaves nothing`);
  return kind;
}

const OF_AMBITIONS = new Map(
  ROWS.flatMap(([kind, row]) => (row.ambition ? [[row.ambition, kind] as const] : [])),
);

export function keepsakeOfAmbition(ambition: AmbitionKind): KeepsakeKind {
  const kind = OF_AMBITIONS.get(ambition);
  if (!kind) throw new TypeError(`${ambition} leaves nothing`);
  return kind;
}

/** The granted wishes, derived from their keepsakes. */
export function wishesBehind(kept: readonly KeepsakeKind[]): ReadonlySet<WishKind> {
  const wishes = new Set<WishKind>();
  for (const kind of kept) {
    const { wish }: KeepsakeRow = KEEPSAKES[kind];
    if (wish) wishes.add(wish);
  }
  return wishes;
}

export function keepsakeOfStage(stage: Stage): KeepsakeKind | undefined {
  return ROWS.find(([, row]) => row.stage === stage)?.[0];
}

export const KEEPSAKE_OF_RETURN: KeepsakeKind = 'warm_ember';
export const KEEPSAKE_OF_FIRST_MEAL: KeepsakeKind = 'first_crumb';

export const KEEPSAKES_OF_DAYS: readonly { readonly kind: KeepsakeKind; readonly days: number }[] =
  ROWS.flatMap(([kind, { days }]) => (days === undefined ? [] : [{ kind, days }]));

export interface KeepsakeFacts {
  /** This act included. */
  readonly care: CareDigest;
  readonly record: CareRecord;
  readonly granted: number;
  /** Kinds of crisis that the creature survived with this act; those that hidden stats would reveal are left out. */
  readonly survived: readonly NonNullable<KeepsakeRow['survived']>[];
}

/** Earned by care, not by wishes, ambitions, growth, days or return. */
const OF_CARE = ROWS.filter(
  ([, { wish, ambition, stage, days, returned }]) => !wish && !ambition && !stage && !days && !returned,
);

export function keepsakesEarned(facts: KeepsakeFacts, kept: readonly KeepsakeKind[]): KeepsakeKind[] {
  return OF_CARE.filter(([kind, row]) => isEarned(row, facts) && !kept.includes(kind)).map(([kind]) => kind);
}

function isEarned(row: KeepsakeRow, { care, record, granted, survived }: KeepsakeFacts): boolean {
  if (row.first !== undefined) return isFirst(row.first, care);
  if (row.streak !== undefined) return record.streak >= row.streak;
  if (row.acts !== undefined) return record.careActions >= row.acts;
  if (row.granted !== undefined) return granted >= row.granted;
  return row.survived !== undefined && survived.includes(row.survived);
}

function isFirst(first: Action | 'loved' | 'all_seven', { actions, loved }: CareDigest): boolean {
  if (first === 'loved') return loved.length > 0;
  if (first === 'all_seven') return ACTIONS.every((action) => actions[action] > 0);
  return actions[first] > 0;
}

/** The newest keepsake at each place. */
export function wornOf(kept: readonly KeepsakeKind[]): Partial<Record<WornAt, KeepsakeKind>> {
  const worn: Partial<Record<WornAt, KeepsakeKind>> = {};
  for (const kind of kept) {
    const { worn: place }: KeepsakeRow = KEEPSAKES[kind];
    if (place) worn[place] = kind;
  }
  return worn;
}
