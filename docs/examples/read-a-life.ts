import { connect } from 'arkhouse/client';

const [address = 'http://127.0.0.1:3000', key = ''] = process.argv.slice(2);
const house = connect(address, { key });

// A repeated request with the same idempotency key takes effect once: one cuddle, two answers.
const word = `cuddle-${process.pid}`;
const cuddle = { body: { action: 'reflect', notes: 'It leaned against me.' }, idempotencyKey: word } as const;
const [first, second] = [await house.careForCreature(cuddle), await house.careForCreature(cuddle)];
console.log(first.action_result.care_log_entry_id === second.action_result.care_log_entry_id);

// The whole life as Markdown, aborted after ten seconds.
const page = await house.getCareHistory({
  query: { format: 'markdown' },
  signal: AbortSignal.timeout(10_000),
});
console.log(page);
