import type { Cause, Family, Milestone, Path, Stage } from '../../core/vocabulary.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import { CAUSE_WORDS } from '../public/page-words.ts';
import { milestoneMessage, stageMessage } from './milestones.ts';

/** Something in a life, as far as its words need it. */
type LifeEventFacts =
  | { readonly kind: 'adopted' | 'released' | 'returned' }
  | { readonly kind: 'grew'; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number }
  | { readonly kind: 'died'; readonly stone: { readonly cause: Cause } };

interface LifeEventSubject {
  readonly name: string;
  readonly family: Family;
  readonly seed: number;
}

/** One line of a life, for anybody to read. */
export function eventWords(event: LifeEventFacts, subject: LifeEventSubject): string {
  if (event.kind === 'grew') return stageMessage(event.to, { ...subject, path: event.path });
  if (event.kind === 'died') return `${subject.name} died ${CAUSE_WORDS[event.stone.cause]}.`;
  if (event.kind !== 'milestone') return fillTemplate(PLAIN[event.kind], { name: subject.name });
  // What was hidden when it happened is not among a life's events.
  return milestoneMessage(event.type, event.threshold, { ...subject, hidden: [] });
}

const PLAIN = {
  adopted: 'The egg of {name} was adopted.',
  released: '{name} was let go.',
  returned: '{name} was brought back.',
} as const;
