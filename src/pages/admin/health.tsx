import { priceOf } from '../../core/credits.ts';
import type { Instant } from '../../core/clock.ts';
import {
  COUNTED_UP_TO,
  type HouseHealth,
  type JobStanding,
  type UnclearPayment,
} from '../../house/house-health.ts';
import { messageOf, type NotedError } from '../../house/recent-errors.ts';
import { HEALTH } from '../../voice/operator-health.ts';
import { DESK, JOB_NAMES, QUEUE_NAMES } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { Empty } from '../parts/empty.tsx';
import { Ago } from '../parts/moment.tsx';
import { Card, Figure } from './charts.tsx';
import { ReasonForm } from './forms.tsx';
import type { DeskPage } from './frame.tsx';

export interface HealthFacts {
  readonly now: Instant;
  readonly health: HouseHealth;
  readonly errors: readonly NotedError[];
  readonly seal: string;
}

/** How the house itself is doing: what waits, what goes round, what broke. */
export function healthPage({ now, health, errors, seal }: HealthFacts): DeskPage {
  return {
    title: DESK.health,
    drawer: '/admin/health',
    content: (
      <>
        <Masthead title={DESK.health}>
          <p>{HEALTH.lead(health.database)}</p>
        </Masthead>
        <dl class="tallies">
          {health.queues.map(({ name, waiting }) => (
            <Figure
              key={name}
              label={QUEUE_NAMES[name] ?? name}
              value={waiting >= COUNTED_UP_TO ? `${COUNTED_UP_TO.toLocaleString('en')}+` : String(waiting)}
            />
          ))}
          {health.walBytes !== undefined && (
            <Figure label={HEALTH.wal} value={HEALTH.size(health.walBytes)} />
          )}
        </dl>
        <div class="cards">
          <Card title={HEALTH.unclear} note={HEALTH.unclearNote} wide>
            <Unclear payments={health.unclear} seal={seal} now={now} />
          </Card>
          <Card title={HEALTH.jobs} note={HEALTH.jobsNote} wide>
            <Jobs jobs={health.jobs} now={now} />
          </Card>
          <Card title={HEALTH.errors} note={HEALTH.errorsNote} wide>
            <Errors errors={errors} now={now} />
          </Card>
        </div>
      </>
    ),
  };
}

function Unclear({
  payments,
  seal,
  now,
}: {
  readonly payments: readonly UnclearPayment[];
  readonly seal: string;
  readonly now: Instant;
}) {
  if (payments.length === 0) return <p>{HEALTH.allClear}</p>;
  return (
    <ul class="entries">
      {payments.map((payment) => (
        <li key={payment.key}>
          <p>
            <a href={`/admin/ledger?agent=${encodeURIComponent(payment.username)}`}>{payment.username}</a>:{' '}
            {HEALTH.payment(payment.method, priceOf(payment.cents), payment.credits, payment.live)},{' '}
            <Ago at={payment.createdAt} now={now} />
          </p>
          <p class="fine">
            <code>{payment.key}</code>
          </p>
          <ReasonForm
            action="/admin/close-payment"
            seal={seal}
            back="/admin/health"
            hidden={{ key: payment.key }}
            summary={HEALTH.close}
            button={HEALTH.closeNow}
          >
            <fieldset>
              <legend>{HEALTH.whatHappened}</legend>
              <label>
                <input type="radio" name="end" value="settled" required /> {HEALTH.settled}
              </label>
              <label>
                <input type="radio" name="end" value="refused" /> {HEALTH.refused}
              </label>
            </fieldset>
            <label for={`reference-${payment.key}`}>{HEALTH.reference}</label>
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

function Jobs({ jobs, now }: { readonly jobs: readonly JobStanding[]; readonly now: Instant }) {
  if (jobs.length === 0) return <Empty>{HEALTH.noJobs}</Empty>;
  return (
    <ul class="entries side">
      {jobs.map(({ name, rounds, failures, lastRoundAt, lastTookMs, lastFailure }) => (
        <li key={name}>
          <p>
            <strong>{name}</strong>{' '}
            <span class={failures > 0 ? 'tag urgency-critical' : 'tag urgency-safe'}>
              {HEALTH.failed(failures)}
            </span>
          </p>
          <p class="fine">{JOB_NAMES[name] ?? ''}</p>
          <p>
            {lastRoundAt === undefined ? (
              HEALTH.notYet
            ) : (
              <>
                {HEALTH.rounds(rounds)}, <Ago at={lastRoundAt} now={now} />, {HEALTH.took(lastTookMs)}
              </>
            )}
          </p>
          {lastFailure && (
            <p class="trouble">
              <Ago at={lastFailure.at} now={now} />: {messageOf(lastFailure.error)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Errors({ errors, now }: { readonly errors: readonly NotedError[]; readonly now: Instant }) {
  if (errors.length === 0) return <p>{HEALTH.noErrors}</p>;
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
