import { TOKEN_WORDS, type CheckoutPageWords } from '../../text/pages/checkout.ts';
import type { PageSpec } from '../../web/layout.tsx';
import { hiddenFields, paragraphs, picture, Submit } from '../../web/parts.tsx';

interface CheckoutForm {
  readonly csrfToken?: string | undefined;
  /** Asks for the sandbox token. */
  readonly asksToken?: boolean;
  /** The answer redirects to the payment provider. */
  readonly leavesSite?: boolean;
}

export interface CheckoutPageParts {
  readonly words: CheckoutPageWords;
  readonly form?: CheckoutForm | undefined;
  readonly portrait?: Readonly<{ src: string; alt: string; dead: boolean }> | undefined;
  readonly link?: Readonly<Record<'href' | 'text', string>> | undefined;
}

export function checkoutPage({ words, form, portrait, link }: CheckoutPageParts): PageSpec {
  const { title, lines, button } = words;
  return {
    title,
    description: lines.join(' '),
    path: '',
    quiet: true,
    unlisted: true,
    content: (
      <div class="pay">
        {portrait ? portraitOf(portrait) : picture('egg')}
        <h1>{title}</h1>
        {paragraphs(lines)}
        {form && button !== undefined && (
          <form method="post">
            {hiddenFields({ seal: form.csrfToken })}
            {form.asksToken && tokenField()}
            <Submit>{button}</Submit>
          </form>
        )}
        {link && (
          <p>
            <a href={link.href}>{link.text}</a>
          </p>
        )}
      </div>
    ),
  };
}

function portraitOf({ src, alt, dead }: NonNullable<CheckoutPageParts['portrait']>) {
  return (
    <img
      class={dead ? 'pay-portrait pay-dead' : 'pay-portrait'}
      src={src}
      alt={alt}
      width="112"
      height="112"
    />
  );
}

function tokenField() {
  const { label, hint } = TOKEN_WORDS;
  return (
    <div class="pay-token">
      <label for="sandbox-token">{label}</label>
      <input
        id="sandbox-token"
        name="sandbox_token"
        type="password"
        autoComplete="off"
        required
        aria-describedby="sandbox-token-hint"
      />
      <p id="sandbox-token-hint">{hint}</p>
    </div>
  );
}
