import type { Instant } from '../core/clock.ts';
import { WRITINGS } from '../core/vocabulary.ts';
import { charactersIn, plain } from '../core/words.ts';
import { blockAgent, unblockAgent } from '../house/block.ts';
import { closePayment } from '../house/close-payment.ts';
import { hideText, unhideText, type DeedOutcome, type TextNamed } from '../house/moderate.ts';
import type { Said } from '../voice/operator.ts';
import type { AdminRoom } from './admin-room.ts';

export type Form = Pick<URLSearchParams, 'get'>;

interface Deed {
  readonly path: string;
  readonly act: (room: AdminRoom, form: Form, now: Instant) => Promise<Said>;
}

/** Everything that can be done in the operator's room. Each deed wants a reason, and is written down with it. */
export const DEEDS: readonly Deed[] = [
  deed('/admin/hide', ({ house }, form, reason, now) =>
    onText(form, reason, (named) => hideText(house, named, now)),
  ),
  deed('/admin/unhide', ({ house }, form, reason, now) =>
    onText(form, reason, (named) => unhideText(house, named, now)),
  ),
  deed('/admin/block', ({ house }, form, reason, now) =>
    blockAgent(house, { username: form.get('username') ?? '', reason }, now),
  ),
  deed('/admin/unblock', ({ house }, form, reason, now) =>
    unblockAgent(house, { username: form.get('username') ?? '', reason }, now),
  ),
  deed('/admin/close-payment', async ({ house }, form, reason, now) => {
    const end = form.get('end');
    if (end !== 'settled' && end !== 'refused') return 'not found';
    const reference = plain(form.get('reference') ?? '').slice(0, LONGEST_REASON);
    return closePayment(house, { key: form.get('key') ?? '', end, reference, reason }, now);
  }),
];

type Outcome = DeedOutcome | 'too early';

const SAID_OF: Readonly<Record<Outcome, Said>> = {
  done: 'done',
  'was so already': 'already',
  'not found': 'missing',
  'too early': 'early',
};

const LONGEST_REASON = 200;

function deed(
  path: string,
  act: (room: AdminRoom, form: Form, reason: string, now: Instant) => Promise<Outcome>,
): Deed {
  return {
    path,
    async act(room, form, now) {
      const reason = plain(form.get('reason') ?? '');
      if (reason === '' || charactersIn(reason) > LONGEST_REASON) return 'reason';
      return SAID_OF[await act(room, form, reason, now)];
    },
  };
}

async function onText(
  form: Form,
  reason: string,
  act: (named: TextNamed) => Promise<DeedOutcome>,
): Promise<DeedOutcome> {
  const writing = WRITINGS.find((word) => word === form.get('writing'));
  const subject = form.get('subject') ?? '';
  return writing === undefined || subject === '' ? 'not found' : act({ writing, subject, reason });
}
