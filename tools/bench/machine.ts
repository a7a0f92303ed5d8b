import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Figures are only comparable with this. */
export function machine(): string {
  const [core] = cpus();
  const today = new Date().toISOString().slice(0, 10);
  return `${cpus().length} × ${core?.model ?? 'unknown'} (${process.arch}), Node ${process.versions.node}, ${today}`;
}

export function commitOf(root: string): string {
  const git = (...given: string[]) =>
    execFileSync('git', ['-C', root, ...given], { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' and changes';
    return `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`;
  } catch {
    return 'no commit';
  }
}
