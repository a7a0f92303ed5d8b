import type { Instant } from '../../core/engine/clock.ts';
import { countCharacters, sanitizeText } from '../../core/engine/text.ts';
import { WRITINGS } from '../../core/vocabulary.ts';
import {
  blockAgent,
  unblockAgent,
  hideText,
  unhideText,
  type DeedOutcome,
} from '../../house/moderation/moderate.ts';
import { closePayment } from '../../house/money/close-payment.ts';
import type { OperatorNotice } from '../../voice/moderation/operator-room.ts';
import type { AdminContext } from './admin-session.ts';

export type FormFields = Pick<URLSearchParams, 'get'>;

interface AdminAction {
  readonly path: string;
  readonly act: (admin: AdminContext, form: FormFields, now: Instant) => Promise<OperatorNotice>;
}

/** Everything the operator can do. Each action wants a reason, and is logged with it. */
export const ADMIN_ACTIONS: readonly AdminAction[] = [
  adminAction('/admin/hide', onText(hideText)),
  adminAction('/admin/unhide', onText(unhideText)),
  adminAction('/admin/block', onAgent(blockAgent)),
  adminAction('/admin/unblock', onAgent(unblockAgent)),
  adminAction('/admin/close-payment', async ({ house }, form, reason, now) => {
    const end = form.get('end');
    if (end !== 'settled' && end !== 'refused') return 'not found';
    const reference = sanitizeText((form.get('reference') ?? '').slice(0, LONGEST_REASON));
    return closePayment(house, { key: form.get('key') ?? '', end, reference, reason }, now);
  }),
];

type AdminActionOutcome = DeedOutcome | 'too early';

const NOTICE_OF: Readonly<Record<AdminActionOutcome, OperatorNotice>> = {
  done: 'done',
  'was so already': 'already',
  'not found': 'missing',
  'too early': 'early',
};

const LONGEST_REASON = 200;

type ReasonedAct = (
  admin: AdminContext,
  form: FormFields,
  reason: string,
  now: Instant,
) => Promise<AdminActionOutcome>;

function adminAction(path: string, act: ReasonedAct): AdminAction {
  return {
    path,
    async act(admin, form, now) {
      const reason = sanitizeText(form.get('reason') ?? '');
      if (reason === '' || countCharacters(reason) > LONGEST_REASON) return 'reason';
      return NOTICE_OF[await act(admin, form, reason, now)];
    },
  };
}

function onText(act: typeof hideText): ReasonedAct {
  return async ({ house }, form, reason, now) => {
    const writing = WRITINGS.find((word) => word === form.get('writing'));
    const subject = form.get('subject') ?? '';
    if (writing === undefined || subject === '') return 'not found';
    return act(house, { writing, subject, reason }, now);
  };
}

function onAgent(act: typeof blockAgent): ReasonedAct {
  return ({ house }, form, reason, now) => act(house, { username: form.get('username') ?? '', reason }, now);
}
