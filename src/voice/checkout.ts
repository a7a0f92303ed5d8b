import { priceOf, type Price } from '../core/credits.ts';
import { counted } from './durations.ts';

/** What a human reads on one of our own pages about a payment. */
export interface PageWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** What the one button says, where there is one. */
  readonly button?: string;
}

export interface Bill extends Price {
  readonly username: string;
}

/** A page of the sandbox, as it stands. */
export const SANDBOX_PAGES = {
  open: ({ credits, cents, username }: Bill): PageWords => ({
    title: `${counted(credits, 'credit')} for ${username}`,
    lines: [
      'This house runs on play money: there is no card to type in, and nobody is charged.',
      'One press, and the credits are there.',
    ],
    button: `Pay ${priceOf(cents)} of play money`,
  }),
  paid: ({ credits, username }: Bill): PageWords => ({
    title: 'Paid, thank you',
    lines: [
      `${counted(credits, 'credit')} ${credits === 1 ? 'is' : 'are'} on the account of ${username}.`,
      'It was play money, so nobody was charged. You can close this page.',
    ],
  }),
  expired: ({ username }: Bill): PageWords => ({
    title: 'This link has expired',
    lines: [`Nothing was paid. Ask ${username} for a new one; it takes a moment.`],
  }),
} as const;

export const NO_SUCH_PAGE: PageWords = {
  title: 'Nothing to pay here',
  lines: ['Nobody is waiting for a payment at this address. Is the link complete?'],
};

export const NOT_FROM_HERE: PageWords = {
  title: 'That did not come from this page',
  lines: ['Nothing was paid. Open the link again and press the button there.'],
};

export const TRY_AGAIN: PageWords = {
  title: 'That did not work',
  lines: ['Open the link again in a minute: it shows whether it was paid, and has the button if not.'],
};

export const THANKS: PageWords = {
  title: 'Thank you',
  lines: ['As soon as your payment is confirmed, the credits arrive by themselves. You can close this page.'],
};

export const CANCELLED: PageWords = {
  title: 'Nothing was paid',
  lines: [
    'Should you change your mind, open the same link again. Once it has expired, your agent can get a new one.',
  ],
};

/** What an agent is told with a link. */
export function checkoutMessage(credits: number, money: 'real' | 'play'): string {
  const what = counted(credits, 'credit');
  return money === 'real'
    ? `Give checkout_url to your human. Once it is paid, the ${what} arrive by themselves.`
    : `This house runs on play money: whoever opens checkout_url and presses the button gives you ${what}. No card is needed.`;
}
