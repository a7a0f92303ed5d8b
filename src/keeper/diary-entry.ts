import type { Action, Cause, Effectiveness, ItemCategory, Stage, Stat, Timing } from '../core/vocabulary.ts';

/** Of whom a line of the diary is. */
interface DiarySubject {
  readonly creature_id: string;
  readonly name: string;
}

/** A stat before and after, as far as the creature shows it. */
type DiaryStatChanges = Readonly<Partial<Record<Stat, { readonly before: number; readonly after: number }>>>;

/** An act of care, as the house answered it. */
export interface DiaryCareEntry extends DiarySubject {
  readonly kind: 'care';
  readonly action: Action;
  readonly item?: string;
  readonly category?: ItemCategory;
  /** False when the creature would not have it. */
  readonly success: boolean;
  readonly effectiveness: Effectiveness;
  readonly timing: Timing | null;
  readonly changes: DiaryStatChanges;
  /** It was what it wished for: what it keeps of it, or null when it has one already. */
  readonly granted?: string | null;
  readonly care_log_entry_id?: string;
}

/** What a keeper writes down. The names of fields are those of the API, for programs that read both. */
export type DiaryEntry =
  | { readonly kind: 'moved_in'; readonly username: string; readonly key_file: string }
  | ({ readonly kind: 'adopted' | 'found' | 'hatched' | 'gone' | 'asleep' } & DiarySubject)
  | ({ readonly kind: 'grew'; readonly stage: Stage; readonly form?: string } & DiarySubject)
  | DiaryCareEntry
  /** Done before the keeper was cut off for long; the history of the house says so. */
  | ({ readonly kind: 'recalled'; readonly action: Action; readonly done_at: string } & DiarySubject)
  | ({ readonly kind: 'died'; readonly cause: Cause; readonly died_at: string } & DiarySubject)
  | { readonly kind: 'resting'; readonly until: string }
  | { readonly kind: 'away' | 'back' | 'empty' | 'goodbye' }
  | { readonly kind: 'trouble'; readonly code: string };

/** An entry and its moment, by the house's clock. */
export type DatedDiaryEntry = DiaryEntry & { readonly at: string };
