import type { ComponentChildren } from 'preact';

import { OPERATOR_FORM } from '../../voice/moderation/operator-room.ts';

/** What a form of the room carries besides what is typed into it. */
interface ReasonFormProps {
  readonly action: string;
  readonly csrfToken: string;
  /** Where to go when it is done. */
  readonly back: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** A button that does something to somebody, folded away together with the reason it asks for. */
export function ReasonForm({
  action,
  csrfToken,
  back,
  hidden,
  summary,
  button,
  children,
}: ReasonFormProps & {
  readonly summary: string;
  readonly button: string;
  readonly children?: ComponentChildren;
}) {
  const name = `reason-${action}-${Object.values(hidden).join('-')}`.replace(/[^\w-]/g, '-');
  return (
    <details class="deed-form">
      <summary>{summary}</summary>
      <form method="post" action={action}>
        <input type="hidden" name="seal" value={csrfToken} />
        <input type="hidden" name="back" value={back} />
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

/** Asks for an agent by its name. */
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
