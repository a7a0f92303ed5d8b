import type { Instant } from '../../core/engine/clock.ts';
import { formatPrice } from '../../core/money/credits.ts';
import {
  COUNTED_UP_TO,
  type HouseHealth,
  type JobSummary,
  type UnclearPayment,
} from '../../house/figures/health.ts';
import { describeError, type RecentError } from '../../house/figures/recent-errors.ts';
import { HEALTH_PAGE } from '../../voice/moderation/operator-health.ts';
import { OPERATOR_MENU, JOB_NAMES, QUEUE_NAMES } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Empty } from '../parts/empty.tsx';
import { Ago } from '../parts/moment.tsx';
import type { AdminPage } from './admin-layout.tsx';
import { Card, Figure } from './charts.tsx';
import { ReasonForm } from './forms.tsx';

interface HealthFacts {
  readonly now: Instant;
  readonly health: HouseHealth;
  readonly errors: readonly RecentError[];
  readonly csrfToken: string;
}

/** Queues, jobs, errors, and payments whose outcome is unknown. */
export function healthPage({ now, health, errors, csrfToken }: HealthFacts): AdminPage {
  return {
    title: OPERATOR_MENU.health,
    section: '/admin/health',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.health}>{HEALTH_PAGE.lead(health.database)}</Masthead>
        <dl class="tallies">
          {health.queues.map(({ name, waiting }) => (
            <Figure
              key={name}
              label={QUEUE_NAMES[name] ?? name}
              value={waiting >= COUNTED_UP_TO ? `${COUNTED_UP_TO.toLocaleString('en')}+` : String(waiting)}
            />
          ))}
          {health.walBytes !== undefined && (
            <Figure label={HEALTH_PAGE.wal} value={HEALTH_PAGE.size(health.walBytes)} />
          )}
        </dl>
        <div class="cards">
          {health.backlog && (
            <Card title={HEALTH_PAGE.backlog} note={HEALTH_PAGE.backlogNote} wide>
              <BacklogLine backlog={health.backlog} now={now} />
            </Card>
          )}
          <Card title={HEALTH_PAGE.unclear} note={HEALTH_PAGE.unclearNote} wide>
            <Unclear payments={health.unclear} seal={csrfToken} now={now} />
          </Card>
          <Card title={HEALTH_PAGE.errors} note={HEALTH_PAGE.errorsNote} wide>
            <Errors errors={errors} now={now} />
          </Card>
          <Card title={HEALTH_PAGE.jobs} note={HEALTH_PAGE.jobsNote} wide>
            <Jobs jobs={health.jobs} now={now} />
          </Card>
        </div>
      </>
    ),
  };
}

interface BacklogProps {
  readonly backlog: NonNullable<HouseHealth['backlog']>;
  readonly now: Instant;
}

function BacklogLine({ backlog, now }: BacklogProps) {
  const { due, more, since, settledPerSecond, secondsLeft } = backlog;
  return (
    <p>
      {HEALTH_PAGE.due(due, more)}, the first of them <Ago at={since} now={now} />;{' '}
      {settledPerSecond === undefined ? HEALTH_PAGE.noPace : HEALTH_PAGE.pace(settledPerSecond)}
      {secondsLeft !== undefined && `, ${HEALTH_PAGE.left(secondsLeft)}`}.
    </p>
  );
}

interface UnclearProps {
  readonly payments: readonly UnclearPayment[];
  readonly seal: string;
  readonly now: Instant;
}

function Unclear({ payments, seal, now }: UnclearProps) {
  if (payments.length === 0) return <p>{HEALTH_PAGE.allClear}</p>;
  return (
    <ul class="entries">
      {payments.map((payment) => (
        <li key={payment.key}>
          <p>
            <a href={`/admin/ledger?agent=${encodeURIComponent(payment.username)}`}>{payment.username}</a>:{' '}
            {HEALTH_PAGE.payment(payment.method, formatPrice(payment.cents), payment.credits, payment.live)},{' '}
            <Ago at={payment.createdAt} now={now} />
          </p>
          <p class="fine">
            <code>{payment.key}</code>
          </p>
          <ReasonForm
            action="/admin/close-payment"
            csrfToken={seal}
            back="/admin/health"
            hidden={{ key: payment.key }}
            summary={HEALTH_PAGE.close}
            button={HEALTH_PAGE.closeNow}
          >
            <fieldset>
              <legend>{HEALTH_PAGE.whatHappened}</legend>
              <label>
                <input type="radio" name="end" value="settled" required /> {HEALTH_PAGE.settled}
              </label>
              <label>
                <input type="radio" name="end" value="refused" /> {HEALTH_PAGE.refused}
              </label>
            </fieldset>
            <label for={`reference-${payment.key}`}>{HEALTH_PAGE.reference}</label>
            <input
              id={`reference-${payment.key}`}
              name="reference"
              type="text"
              maxLength={200}
              autocomplete="off"
            />
          </ReasonForm>
        </li>
      ))}
    </ul>
  );
}

function Jobs({ jobs, now }: { readonly jobs: readonly JobSummary[]; readonly now: Instant }) {
  if (jobs.length === 0) return <Empty>{HEALTH_PAGE.noJobs}</Empty>;
  return (
    <ul class="entries side">
      {jobs.map(({ name, rounds, failures, lastRoundAt, lastTookMs, lastFailure }) => (
        <li key={name}>
          <p>
            <strong>{name}</strong>{' '}
            <span class={failures > 0 ? 'tag urgency-critical' : 'tag urgency-safe'}>
              {HEALTH_PAGE.failed(failures)}
            </span>
          </p>
          <p class="fine">{JOB_NAMES[name] ?? ''}</p>
          <p>
            {lastRoundAt === undefined ? (
              HEALTH_PAGE.notYet
            ) : (
              <>
                {HEALTH_PAGE.rounds(rounds)}, <Ago at={lastRoundAt} now={now} />,{' '}
                {HEALTH_PAGE.took(lastTookMs)}
              </>
            )}
          </p>
          {lastFailure && (
            <p class="trouble">
              <Ago at={lastFailure.at} now={now} />: {describeError(lastFailure.error)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Errors({ errors, now }: { readonly errors: readonly RecentError[]; readonly now: Instant }) {
  if (errors.length === 0) return <p>{HEALTH_PAGE.noErrors}</p>;
  return (
    <ul class="entries">
      {errors.map(({ at, requestId, method, route, message }) => (
        <li key={requestId}>
          <p>
            <Ago at={at} now={now} />: <code>{`${method} ${route}`}</code>
          </p>
          <p class="trouble">{message}</p>
          <p class="fine">
            <code>{requestId}</code>
          </p>
        </li>
      ))}
    </ul>
  );
}
