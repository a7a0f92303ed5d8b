import packageJson from '../../package.json' with { type: 'json' };
import { builtRelease, hasCommit, keptReleases, type Release } from '../upgrade-fixture/releases.ts';

/** The release before this one, built from this repository, in a folder that is kept for the next time. */
export async function previousRelease(): Promise<string> {
  return builtRelease(previous());
}

/** Why it cannot be had here; undefined when it can. */
export async function whyNoPreviousRelease(): Promise<string | undefined> {
  const { version, commit } = previous();
  return (await hasCommit(commit)) ? undefined : `this checkout does not have the commit of ${version}`;
}

function previous(): Release {
  const release = keptReleases().findLast(({ version }) => version !== packageJson.version);
  if (!release) throw new Error('no release before this one is known');
  return release;
}
