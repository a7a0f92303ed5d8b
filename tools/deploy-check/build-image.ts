import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readCopy, type Stage } from './containerfile.ts';

const CONTEXT = fileURLToPath(new URL('../../', import.meta.url));

/** A file system that is the base with what a stage has changed above it. */
export interface Layer {
  readonly root: string;
  /** Files written by the stage itself. */
  readonly changes: string;
}

export function sh(script: string, args: readonly string[] = []): string {
  return execFileSync('sh', ['-euc', script, 'sh', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e8,
  });
}

/** A bare Debian with Node and npm in it, as the base image has them; fetched once, from where this machine's packages come from. */
export function bareRoot(folder: string, base: string): string {
  const suite = /26-(\w+)-slim$/.exec(base)?.[1];
  if (suite === undefined) throw new Error(`${base} is no slim Debian with Node 26.`);
  const root = join(folder, suite);
  if (!existsSync(join(root, 'usr/local/bin/node'))) {
    const mirror = sh(
      `apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep '/debian/*$' | head -n 1`,
    );
    sh('debootstrap --variant=minbase --include=libatomic1 "$1" "$2" "$3" >&2', [suite, root, mirror.trim()]);
    sh('rm -rf "$1"/usr/share/doc "$1"/usr/share/man "$1"/var/cache/apt "$1"/var/lib/apt/lists', [root]);
    const npm = resolve(dirname(realpathSync(sh('command -v npm').trim())), '..');
    cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  }
  return root;
}

/** Runs the stages in order; the last one is the image. The caller unmounts. */
export function buildImage(folder: string, stages: readonly Stage[]): Layer {
  const built = new Map<string | undefined, Layer>();
  let layer: Layer | undefined;
  for (const [nth, stage] of stages.entries()) {
    layer = mountAbove(bareRoot(folder, stage.base), join(folder, `stage-${nth}`));
    built.set(stage.name, layer);
    runSteps(stage, layer, built);
  }
  if (!layer) throw new Error('The Containerfile has no stage.');
  return layer;
}

function mountAbove(base: string, at: string): Layer {
  const [changes, work, root] = ['changes', 'work', 'root'].map((name) => join(at, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [changes, work, root]) mkdirSync(each, { recursive: true });
  sh('mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$3" "$4"', [base, changes, work, root]);
  return { root, changes };
}

function runSteps(stage: Stage, layer: Layer, built: ReadonlyMap<string | undefined, Layer>): void {
  let folder = '/';
  for (const { word, rest } of stage.steps) {
    if (word === 'WORKDIR') {
      folder = rest;
      mkdirSync(join(layer.root, folder), { recursive: true });
    } else if (word === 'COPY') copy(rest, join(layer.root, folder), built);
    else if (word === 'RUN') runInside(layer.root, folder, rest);
  }
}

function copy(rest: string, target: string, built: ReadonlyMap<string | undefined, Layer>): void {
  const { from, sources, to } = readCopy(rest);
  const origin = from === undefined ? CONTEXT : (built.get(from)?.root ?? '');
  for (const source of sources) {
    if (from === undefined && !isSent(source)) throw new Error(`.dockerignore keeps ${source} back.`);
    const place = join(target, to, to.endsWith('/') ? source : '');
    cpSync(join(origin, source), place, { recursive: true, verbatimSymlinks: true });
  }
}

/** Whether .dockerignore lets it through, which names everything that is. */
export function isSent(source: string): boolean {
  const lines = readFileSync(join(CONTEXT, '.dockerignore'), 'utf8').trim().split('\n');
  return lines[0] === '*' && lines.includes(`!${source}`);
}

// Names, certificates and npm's own cache are those of this machine, as they would be those of an engine's.
const INSIDE = `
root=$1 folder=$2 command=$3 cache=$4
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/tmp/cache" "$root/tmp/certificates"
mount --bind "$cache" "$root/tmp/cache"
mount --bind /etc/ssl/certs "$root/tmp/certificates"
cp /etc/resolv.conf "$root/etc/resolv.conf"
exec chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root npm_config_cache=/tmp/cache \\
  npm_config_prefer_offline=true npm_config_update_notifier=false NODE_EXTRA_CA_CERTS=/tmp/certificates/ca-certificates.crt \\
  sh -euc 'cd "$1"; eval "$2"' sh "$folder" "$command" >&2`;

function runInside(root: string, folder: string, command: string): void {
  const cache = sh('npm config get cache 2>/dev/null').trim();
  const script = ['-euc', INSIDE, 'sh', root, folder, command, cache];
  execFileSync('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', ...script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
