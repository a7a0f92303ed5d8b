import { errorPageWords, FOR_PROGRAMS } from '../voice/public/page-words.ts';
import type { PageSpec } from './page-spec.ts';
import { EmptyWindow } from './parts/window.tsx';

interface PageProblem {
  readonly status: number;
  /** What the operator can find in the log. */
  readonly requestId: string;
  /** The operation of the API that was probably meant, as "GET /path". */
  readonly meant?: string | undefined;
}

/** The error page. */
export function problemPage({ status, requestId, meant }: PageProblem): PageSpec {
  const { title, lines, ours } = errorPageWords(status);
  return {
    title,
    description: lines.join(' '),
    path: '',
    unlisted: true,
    content: (
      <div class="alone">
        <EmptyWindow />
        <p class="status">{status}</p>
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {meant !== undefined && (
          <p>
            {FOR_PROGRAMS} <code>{meant}</code>
          </p>
        )}
        <p class="ways">
          <a class="button" href="/">
            Back to the house
          </a>
          <a href="/creatures">Who lives here</a>
        </p>
        {ours && (
          <p class="fine">
            If you tell somebody about it, this helps them find it: <code>{requestId}</code>
          </p>
        )}
      </div>
    ),
  };
}
