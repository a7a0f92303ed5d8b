import checkout from '#content/voice/public/checkout.json' with { type: 'json' };
import { formatPrice, type Price } from '../../rules/credits.ts';
import { fillTemplate } from '../pick-line.ts';
import { pluralize } from '../times.ts';

export interface CheckoutPageWords {
  readonly title: string;
  readonly lines: readonly string[];
  readonly button?: string;
}

export const SANDBOX_PAGES = {
  open: sandboxPage(checkout.sandbox.open),
  paid: sandboxPage(checkout.sandbox.paid),
  expired: sandboxPage(checkout.sandbox.expired),
} as const;

function sandboxPage({ title, lines, button }: CheckoutPageWords) {
  return ({ credits, cents, username }: Price & { readonly username: string }): CheckoutPageWords => {
    const words = {
      credits: pluralize(credits, 'credit'),
      are: credits === 1 ? 'is' : 'are',
      price: formatPrice(cents),
      username,
    };
    const fill = (line: string) => fillTemplate(line, words);
    return {
      title: fill(title),
      lines: lines.map(fill),
      ...(button !== undefined && { button: fill(button) }),
    };
  };
}

export const CHECKOUT_PAGES = checkout.pages;

export function checkoutMessage(credits: number, money: 'real' | 'play'): string {
  const what = pluralize(credits, 'credit');
  return money === 'real'
    ? `Give checkout_url to your human. Once it is paid, the ${what} arrive by themselves.`
    : `This house runs on play money: whoever opens checkout_url and presses the button gives you ${what}. No card is needed.`;
}

/** Why a payment was refused, as the second half of a sentence. */
export const PAYMENT_REFUSAL_WORDS = checkout.refusals;

export function paidMessage(credits: number, balance: number): string {
  return `Paid, thank you. That was ${pluralize(credits, 'credit')}; you now have ${balance}.`;
}
