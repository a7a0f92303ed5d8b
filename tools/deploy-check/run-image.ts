import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

import type { ImageSettings } from './containerfile.ts';

// As an engine does it: the root cannot be written to, /tmp is memory, and the program is the first process of its own namespace.
const START = `
root=$1 data=$2 user=$3; shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
exec chroot "$root" /usr/bin/setpriv --reuid="\${user%:*}" --regid="\${user#*:}" --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"`;

/** A container without an engine. */
export class Container {
  readonly #image: ImageSettings;
  readonly #unshare: ChildProcess;
  readonly #env: readonly string[];
  said = '';

  constructor(root: string, data: string, image: ImageSettings, more: Readonly<Record<string, string>>) {
    this.#image = image;
    this.#env = Object.entries({ ...image.env, ...more }).map(([name, value]) => `${name}=${value}`);
    const given = [root, data, image.user, ...this.#env, ...image.command];
    this.#unshare = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', START, 'sh', ...given],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const stream of [this.#unshare.stdout, this.#unshare.stderr])
      stream?.on('data', (chunk: Buffer) => (this.said += String(chunk)));
  }

  /** Runs something beside the program, as the image's user; true when it went well. */
  runs(command: readonly string[]): boolean {
    const pid = this.#first();
    const [uid = '', gid = ''] = this.#image.user.split(':');
    const where = ['--target', pid, '--mount', '--pid', '--root', '--wd', '--setuid', uid, '--setgid', gid];
    const env = ['/usr/bin/env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin', ...this.#env];
    return pid !== '' && spawnSync('nsenter', [...where, ...env, ...command]).status === 0;
  }

  isHealthy(): boolean {
    return this.runs(this.#image.health);
  }

  async untilHealthy(): Promise<void> {
    while (!this.isHealthy()) {
      if (this.#unshare.exitCode !== null) throw new Error(`It has ended: ${this.said}`);
      await new Promise((later) => setTimeout(later, 250));
    }
  }

  /** Sends the image's signal; tells the exit code and how many seconds it took. */
  async stop(): Promise<{ readonly code: number; readonly seconds: number }> {
    const began = performance.now();
    const closed = once(this.#unshare, 'close');
    process.kill(Number(this.#first()), this.#image.stopSignal);
    const [code] = (await closed) as [number];
    return { code, seconds: (performance.now() - began) / 1000 };
  }

  /** The number by which this machine knows the first process of the container. */
  #first(): string {
    const { pid } = this.#unshare;
    const file = `/proc/${pid}/task/${pid}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  }
}
