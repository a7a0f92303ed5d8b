import { NO_ROOM, NOT_FROM_HERE, SIGN_IN } from '../../voice/operator.ts';
import { EmptyWindow } from '../parts/window.tsx';
import type { DeskPage } from './frame.tsx';

/** The door of the room. `to` is where the operator wanted to go. */
export function signInPage({
  to,
  said,
}: {
  readonly to: string;
  readonly said?: string | undefined;
}): DeskPage {
  return {
    title: SIGN_IN.title,
    said,
    content: (
      <div class="alone">
        <h1>{SIGN_IN.title}</h1>
        <p>{SIGN_IN.lead}</p>
        <form class="sign-in" method="post" action="/admin/login">
          <input type="hidden" name="to" value={to} />
          <input name="username" value="operator" autocomplete="username" hidden readOnly />
          <label for="key">{SIGN_IN.key}</label>
          <input id="key" name="key" type="password" autocomplete="current-password" required />
          <button class="button" type="submit">
            {SIGN_IN.button}
          </button>
        </form>
      </div>
    ),
  };
}

export const noRoomPage: DeskPage = refusal(NO_ROOM);

export const notFromHerePage: DeskPage = refusal(NOT_FROM_HERE);

function refusal({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): DeskPage {
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
