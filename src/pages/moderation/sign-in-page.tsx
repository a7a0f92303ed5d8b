import { NO_ADMIN_KEY_PAGE, OPERATOR_CSRF_PAGE, SIGN_IN_PAGE } from '../../voice/moderation/operator-room.ts';
import { EmptyWindow } from '../parts/window.tsx';
import type { AdminPage } from './admin-layout.tsx';

interface SignInFacts {
  /** The page the operator wanted to see. */
  readonly to: string;
  readonly notice?: string | undefined;
  /** What was wrong with the key that came, beside its field. */
  readonly keyProblem?: string | undefined;
}

export function signInPage({ to, notice, keyProblem }: SignInFacts): AdminPage {
  const problem = keyProblem === undefined ? undefined : 'key-problem';
  return {
    title: SIGN_IN_PAGE.title,
    notice,
    content: (
      <div class="alone">
        <h1>{SIGN_IN_PAGE.title}</h1>
        <p>{SIGN_IN_PAGE.lead}</p>
        <form class="sign-in" method="post" action="/admin/login">
          <input type="hidden" name="to" value={to} />
          <input name="username" value="operator" autocomplete="username" hidden readOnly />
          <label for="key">{SIGN_IN_PAGE.key}</label>
          <input
            id="key"
            name="key"
            type="password"
            autocomplete="current-password"
            required
            aria-invalid={problem && 'true'}
            aria-describedby={problem}
          />
          {keyProblem !== undefined && (
            <p id={problem} class="field-problem" role="alert">
              {keyProblem}
            </p>
          )}
          <button class="button" type="submit">
            {SIGN_IN_PAGE.button}
          </button>
        </form>
      </div>
    ),
  };
}

export const noRoomPage: AdminPage = refusal(NO_ADMIN_KEY_PAGE);

export const notFromHerePage: AdminPage = refusal(OPERATOR_CSRF_PAGE);

function refusal({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): AdminPage {
  return {
    title,
    content: (
      <div class="alone">
        <EmptyWindow />
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    ),
  };
}
