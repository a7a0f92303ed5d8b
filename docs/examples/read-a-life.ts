import { connect } from 'arkhouse/client';

const [address = 'http://127.0.0.1:3000', key = ''] = process.argv.slice(2);
const house = connect(address, { key });

// The same word twice is one deed, however often it is sent: here, one cuddle and two answers.
const word = `cuddle-${process.pid}`;
const cuddle = { body: { action: 'reflect', notes: 'It leaned against me.' }, idempotencyKey: word } as const;
const [first, second] = [await house.careForCreature(cuddle), await house.careForCreature(cuddle)];
console.log(first.action_result.care_log_entry_id === second.action_result.care_log_entry_id);

// The whole life as a page, given up if it takes longer than ten seconds.
const page = await house.getCareHistory({
  query: { format: 'markdown' },
  signal: AbortSignal.timeout(10_000),
});
console.log(page);
