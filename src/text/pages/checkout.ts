import checkout from '#content/voice/public/checkout.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import { formatPrice, type Price } from '../../rules/credits.ts';
import { fillTemplate, type TemplateWords } from '../pick-line.ts';
import { formatTimeAndDate, pluralize } from '../times.ts';

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

interface SandboxFacts extends Price {
  readonly username: string;
  /** The creature whose return is paid for. */
  readonly name?: string | undefined;
  readonly gift?: 'offered' | 'returned' | 'kept' | undefined;
}

function sandboxPage(page: CheckoutPageWords) {
  return (facts: SandboxFacts): CheckoutPageWords => {
    const { credits, cents, username, name = '' } = facts;
    return fillPage(withPurpose(page, facts), {
      credits: pluralize(credits, 'credit'),
      are: credits === 1 ? 'is' : 'are',
      price: formatPrice(cents),
      username,
      name,
    });
  };
}

function withPurpose(page: CheckoutPageWords, { name, gift }: SandboxFacts): CheckoutPageWords {
  if (name === undefined || page === checkout.sandbox.expired) return page;
  if (gift === undefined) return { ...page, lines: [checkout.sandbox.purpose, ...page.lines] };
  const [first = '', last = ''] = page.lines;
  const gifted = checkout.sandbox[gift];
  return gift === 'offered'
    ? { ...page, title: checkout.gift.offer.title, lines: [gifted, first] }
    : { ...page, lines: [gifted, last] };
}

function fillPage({ title, lines, button }: CheckoutPageWords, words: TemplateWords): CheckoutPageWords {
  const fill = (line: string) => fillTemplate(line, words);
  return {
    title: fill(title),
    lines: lines.map(fill),
    ...(button !== undefined && { button: fill(button) }),
  };
}

/** Facts for the page where a visitor pays for the return of a creature. */
export interface GiftOffer {
  readonly name: string;
  readonly username: string;
  readonly cost: number;
  readonly pack: Price;
  readonly until: Instant;
}

export function giftOfferPage({ name, username, cost, pack, until }: GiftOffer): CheckoutPageWords {
  const { offer, exactly } = checkout.gift;
  const lines = cost === pack.credits ? [exactly, ...offer.lines.slice(1)] : offer.lines;
  return fillPage(
    { ...offer, lines },
    {
      name,
      username,
      cost: String(cost),
      credits: pluralize(pack.credits, 'credit'),
      price: formatPrice(pack.cents),
      until: formatTimeAndDate(until),
    },
  );
}

export function giftPage(page: 'none' | 'thanks', name: string): CheckoutPageWords {
  return fillPage(checkout.gift[page], { name });
}

export function creatureLinkWords(name: string): string {
  return fillTemplate(checkout.gift.page, { name });
}

export const TOKEN_WORDS = checkout.gift.token;

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
