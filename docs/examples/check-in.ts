import { connect, defaultKeyFile, NoAnswerError, readKeyFile, RefusedError } from 'arkhouse/client';

// The key file of "arkhouse keep"; one that other users can read is refused.
const saved = await readKeyFile(process.argv[2] ?? defaultKeyFile());
if (!saved) throw new Error('No key file: run "arkhouse keep --once" first.');

// Retries and waits for limits take at most a minute.
const house = connect(saved.baseUrl, { key: saved.key, waitAtMostMs: 60_000 });

try {
  const { creature, recommended_checkin: checkin } = await house.creatures.status();
  console.log(`${creature.name} is ${creature.mood}; next visit at ${checkin?.at}.`);
} catch (error) {
  if (error instanceof RefusedError) console.log(`${error.problem.error}. ${error.problem.suggestion ?? ''}`);
  else if (error instanceof NoAnswerError)
    console.log('No answer from the house; the same request may be repeated.');
  else throw error;
}
