// Checks the subjects of the latest commits: `area: change`, at most 72 characters. Merge commits are free.
import { spawnSync } from 'node:child_process';

const LATEST = 200;
const SUBJECT = /^[a-z][\w ,/.-]*: \S.*[^.]$/;
const MOST_CHARACTERS = 72;

const { stdout } = spawnSync('git', ['log', '--no-merges', `-${LATEST}`, '--format=%s'], {
  encoding: 'utf8',
});
// Without git, as in an unpacked archive, there is nothing to check.
const subjects = (stdout ?? '').split('\n').filter((subject) => subject !== '');
const wrong = subjects.filter((subject) => !SUBJECT.test(subject) || subject.length > MOST_CHARACTERS);
for (const subject of wrong)
  console.log(`Commit subjects are "area: change", at most 72 characters: ${subject}`);
if (wrong.length > 0) process.exitCode = 1;
