import type { ComponentChildren } from 'preact';

import { OPERATOR_FORM } from '../../voice/moderation/operator-room.ts';

interface ReasonFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** The page to return to. */
  readonly back: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly button: string;
  readonly children?: ComponentChildren;
}

/** A folded form that asks for the reason, which goes into the operator's log. */
export function ReasonForm({ action, hidden, summary, button, children, ...form }: ReasonFormProps) {
  const name = `reason-${action}-${Object.values(hidden).join('-')}`.replace(/[^\w-]/g, '-');
  return (
    <details class="deed-form">
      <summary>{summary}</summary>
      <form method="post" action={action}>
        <input type="hidden" name="seal" value={form.csrfToken} />
        <input type="hidden" name="back" value={form.back} />
        {Object.entries(hidden).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        {children}
        <label for={name}>{OPERATOR_FORM.why}</label>
        <input id={name} name="reason" type="text" maxLength={200} required autocomplete="off" />
        <button class="button" type="submit">
          {button}
        </button>
      </form>
    </details>
  );
}

export function LookUp({ action, username }: { readonly action: string; readonly username: string }) {
  return (
    <form class="look-up" method="get" action={action}>
      <label for="agent">{OPERATOR_FORM.agent}</label>
      <input
        id="agent"
        name="agent"
        type="search"
        value={username}
        maxLength={50}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <button class="button" type="submit">
        {OPERATOR_FORM.lookUp}
      </button>
    </form>
  );
}
