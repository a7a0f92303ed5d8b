import paymentRefusals from '#content/voice/public/payment-refusals.json' with { type: 'json' };
import { formatPrice, type PaymentRefusal, type Price } from '../../rules/credits.ts';
import { pluralize } from '../times.ts';

/** What a human reads on one of the checkout pages. */
export interface CheckoutPageWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** What the one button says, where there is one. */
  readonly button?: string;
}

interface SandboxBill extends Price {
  readonly username: string;
}

/** The page of a sandbox checkout, by the state it is in. */
export const SANDBOX_PAGES = {
  open: ({ credits, cents, username }: SandboxBill): CheckoutPageWords => ({
    title: `${pluralize(credits, 'credit')} for ${username}`,
    lines: [
      'This house runs on play money: there is no card to type in, and nobody is charged.',
      'One press, and the credits are there.',
    ],
    button: `Pay ${formatPrice(cents)} of play money`,
  }),
  paid: ({ credits, username }: SandboxBill): CheckoutPageWords => ({
    title: 'Paid, thank you',
    lines: [
      `${pluralize(credits, 'credit')} ${credits === 1 ? 'is' : 'are'} on the account of ${username}.`,
      'It was play money, so nobody was charged. You can close this page.',
    ],
  }),
  expired: ({ username }: SandboxBill): CheckoutPageWords => ({
    title: 'This link has expired',
    lines: [`Nothing was paid. Ask ${username} for a new one; it takes a moment.`],
  }),
} as const;

export const NO_SUCH_PAGE: CheckoutPageWords = {
  title: 'Nothing to pay here',
  lines: ['Nobody is waiting for a payment at this address. Is the link complete?'],
};

export const CHECKOUT_CSRF_PAGE: CheckoutPageWords = {
  title: 'That did not come from this page',
  lines: ['Nothing was paid. Open the link again and press the button there.'],
};

export const TRY_AGAIN: CheckoutPageWords = {
  title: 'That did not work',
  lines: ['Open the link again in a minute: it shows whether it was paid, and has the button if not.'],
};

export const THANKS: CheckoutPageWords = {
  title: 'Thank you',
  lines: ['As soon as your payment is confirmed, the credits arrive by themselves. You can close this page.'],
};

export const CANCELLED: CheckoutPageWords = {
  title: 'Nothing was paid',
  lines: [
    'Should you change your mind, open the same link again. Once it has expired, your agent can get a new one.',
  ],
};

/** What an agent is told with a checkout link. */
export function checkoutMessage(credits: number, money: 'real' | 'play'): string {
  const what = pluralize(credits, 'credit');
  return money === 'real'
    ? `Give checkout_url to your human. Once it is paid, the ${what} arrive by themselves.`
    : `This house runs on play money: whoever opens checkout_url and presses the button gives you ${what}. No card is needed.`;
}

/** Why a payment was not taken, as the second half of a sentence. */
export const PAYMENT_REFUSAL_WORDS = paymentRefusals as Readonly<Record<PaymentRefusal, string>>;

/** What an agent is told after an inline payment. */
export function paidMessage(credits: number, balance: number): string {
  return `Paid, thank you. That was ${pluralize(credits, 'credit')}; you now have ${balance}.`;
}
