import type { CheckoutPageWords } from '../../voice/money/checkout.ts';
import type { PageSpec } from '../page-spec.ts';

/** What the button sends back. */
export interface CheckoutForm {
  readonly csrfToken: string;
}

/** A page about one payment: what it is about, and one button where there is something to press. */
export function checkoutPage({ title, lines, button }: CheckoutPageWords, form?: CheckoutForm): PageSpec {
  return {
    title,
    description: lines.join(' '),
    path: '',
    quiet: true,
    unlisted: true,
    content: (
      <div class="pay">
        <Egg />
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {form && button !== undefined && (
          <form method="post">
            <input type="hidden" name="seal" value={form.csrfToken} />
            <button type="submit">{button}</button>
          </form>
        )}
      </div>
    ),
  };
}

function Egg() {
  return (
    <svg viewBox="0 0 72 88" width="72" height="88" aria-hidden="true">
      <path class="egg-shell" d="M36 4c15 0 29 25 29 46a29 29 0 0 1-58 0C7 29 21 4 36 4z" />
      <path
        class="egg-specks"
        d="M22 36a4 4 0 1 0 8 0 4 4 0 1 0-8 0m21-8a3 3 0 1 0 6 0 3 3 0 1 0-6 0m0 24a5 5 0 1 0 10 0 5 5 0 1 0-10 0m-22 8a3 3 0 1 0 6 0 3 3 0 1 0-6 0"
      />
    </svg>
  );
}
