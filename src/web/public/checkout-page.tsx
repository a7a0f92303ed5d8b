import type { CheckoutPageWords } from '../../text/pages/checkout.ts';
import type { PageSpec } from '../layout.tsx';
import { hiddenFields, paragraphs, picture, Submit } from '../parts.tsx';

export function checkoutPage({ title, lines, button }: CheckoutPageWords, csrfToken?: string): PageSpec {
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
        {csrfToken !== undefined && button !== undefined && (
          <form method="post">
            {hiddenFields({ seal: csrfToken })}
            <Submit>{button}</Submit>
          </form>
        )}
      </div>
    ),
  };
}
