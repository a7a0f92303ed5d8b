import { connect, defaultKeyFile, NoAnswerError, readKeyFile, RefusedError } from 'arkhouse/client';

// The key that "arkhouse keep" keeps; a file that others can read is refused.
const saved = await readKeyFile(process.argv[2] ?? defaultKeyFile());
if (!saved) throw new Error('Nobody has moved in yet: run "arkhouse keep --once" first.');

// Patient for a minute at most, limits included.
const house = connect(saved.baseUrl, { key: saved.key, waitAtMostMs: 60_000 });

try {
  const { creature, recommended_checkin: checkin } = await house.getCreatureStatus();
  console.log(`${creature.name} is ${creature.alive ? 'well' : 'gone'}; next visit at ${checkin?.at}.`);
} catch (error) {
  if (error instanceof RefusedError) console.log(`${error.problem.error}. ${error.problem.suggestion ?? ''}`);
  else if (error instanceof NoAnswerError)
    console.log('The house is away; whatever was asked may be asked again.');
  else throw error;
}
