import type { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import type { Reply } from '../../contract/server/route.ts';
import type { GrantedWishReply, NewKeepsakeReply } from '../heart/present-heart.ts';
import { withoutRepeatedHint, withoutWish } from '../heart/wish-brief.ts';
import { shortenCheckin } from '../lives/household.ts';
import { goOnBriefly, keepSteps, shortenToFit } from '../server/reply-parts.ts';

/** The most characters of JSON a brief answer to care has, but for creatures with very long names. */
export const BRIEF_CARE_MAX_CHARACTERS = 900;

export type CareReply = Reply<typeof ROUTES.careForCreature>;

/** What of an answer is told in few tokens as well. */
export interface ToldCare extends Pick<
  CareReply,
  | 'creature'
  | 'milestones'
  | 'wish_granted'
  | 'keepsakes'
  | 'wish'
  | 'new_letters'
  | 'new_keepsakes'
  | 'recommended_checkin'
> {
  readonly action_result: CareReply['action_result'] & { readonly message: string };
  readonly next_steps: readonly NextStep[];
}

/** The same answer in few tokens: what came of it, when to come back and what to do next. */
export function shortenCare({ creature, action_result: result, ...told }: ToldCare): CareReply {
  const { milestones, wish_granted: granted, keepsakes, recommended_checkin: checkin } = told;
  const { species: _, hidden_stats: __, ...shown } = creature;
  const brief = {
    creature: shown,
    message: firstSentence(result.message),
    action_result: shortenResult(result),
    milestones: milestones?.map(({ type, threshold }) => ({ type, threshold })),
    wish_granted: granted && shortenGranted(granted),
    keepsakes: keepsakes?.map(nameKeepsake),
    wish: told.wish,
    new_letters: told.new_letters,
    new_keepsakes: told.new_keepsakes,
    recommended_checkin: checkin && shortenCheckin(checkin),
    next_steps: goOnBriefly(told.next_steps.slice(0, 2)),
  };
  return shortenToFit(brief, BRIEF_CARE_MAX_CHARACTERS, LEAVE_OUT).body;
}

/** What can be missed where there is no room for it. What to do next cannot. */
const LEAVE_OUT: readonly ((reply: CareReply) => CareReply)[] = [
  keepSteps(1),
  withoutRepeatedHint,
  withoutWish,
  (reply) => ({ ...reply, keepsakes: undefined }),
  (reply) => ({ ...reply, message: undefined }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, tip: undefined } }),
  (reply) => ({ ...reply, action_result: { ...reply.action_result, item_result: undefined } }),
  (reply) => ({ ...reply, milestones: undefined }),
  (reply) => ({ ...reply, wish_granted: undefined }),
];

function shortenResult(result: CareReply['action_result']): CareReply['action_result'] {
  const { action, success, changes, effectiveness, timing, item_result: judged, tip } = result;
  const item_result = judged && { category: judged.category };
  return { action, success, changes, effectiveness, timing, item_result, tip };
}

function shortenGranted({ text, keepsake }: GrantedWishReply): GrantedWishReply {
  return { text, keepsake: keepsake && nameKeepsake(keepsake) };
}

function nameKeepsake({ kind, name }: Pick<NewKeepsakeReply, 'kind' | 'name'>) {
  return { kind, name };
}

function firstSentence(message: string): string {
  return /^.*?[.!?](?= |$)/.exec(message)?.[0] ?? message;
}
