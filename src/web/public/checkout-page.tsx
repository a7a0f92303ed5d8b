import type { CheckoutPageWords } from '../../text/pages/checkout.ts';
import type { PageSpec } from '../layout.tsx';
import { paragraphs, picture, Submit } from '../parts.tsx';

export interface CheckoutForm {
  readonly csrfToken: string;
}

export function checkoutPage({ title, lines, button }: CheckoutPageWords, form?: CheckoutForm): PageSpec {
  return {
    title,
    description: lines.join(' '),
    path: '',
    quiet: true,
    unlisted: true,
    content: (
      <div class="pay">
        {picture('egg')}
        <h1>{title}</h1>
        {paragraphs(lines)}
        {form && button !== undefined && (
          <form method="post">
            <input type="hidden" name="seal" value={form.csrfToken} />
            <Submit>{button}</Submit>
          </form>
        )}
      </div>
    ),
  };
}
