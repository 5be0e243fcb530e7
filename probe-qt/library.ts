/** The probe's own files: the preload stub and a folder of modules for each Qt. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { probeNotBuilt } from '../server/errors.js';
import type { Check, Environment } from '../server/ports.js';

const QT_MAJORS = ['5', '6'];
const OLDEST_QT5_MINOR = 15;

/** In the built tree this file is dist/probe-qt/library.js, in the source tree probe-qt/library.ts. */
const BUILT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../dist/probe' : '../probe', import.meta.url));

export class ProbeLibrary {
  readonly #folder: string;

  constructor(folder = BUILT) {
    this.#folder = folder;
  }

  /** The file that LD_PRELOAD names, as it also stands in /proc/<pid>/maps. Throws probe_unavailable. */
  get stub(): string {
    const file = path.join(this.#folder, 'preload.so');
    if (!existsSync(file)) throw probeNotBuilt(`is not built: there is no ${file}`);
    const real = realpathSync(file);
    if (/[:\s]/.test(real))
      throw probeNotBuilt(`lies in ${real}, but a path in LD_PRELOAD cannot hold blanks or colons`);
    return real;
  }

  /** Why this Qt cannot carry the probe, completing "Qt 4.8 ...", or undefined. */
  obstacle(qtVersion: string): string | undefined {
    const [major = '', minor] = qtVersion.split('.');
    if (!QT_MAJORS.includes(major)) return 'is not one that the probe knows';
    if (major === '5' && Number(minor ?? OLDEST_QT5_MINOR) < OLDEST_QT5_MINOR) {
      return `is older than 5.${OLDEST_QT5_MINOR}, the oldest that the probe knows`;
    }
    return this.#has(major) ? undefined : 'has no probe in this build';
  }

  /** The environment with which a process carries the probe; what the user preloads comes after it. */
  injected(environment: Environment, socketFolder: string, token: string): Environment {
    return {
      ...environment,
      LD_PRELOAD: environment.LD_PRELOAD ? `${this.stub}:${environment.LD_PRELOAD}` : this.stub,
      DESKPROBE_SOCKET_DIR: socketFolder,
      DESKPROBE_LAUNCH: token,
    };
  }

  checks(): Check[] {
    return QT_MAJORS.map((major) => ({
      name: `probe for Qt ${major}`,
      found: this.#has(major) ? this.#core(major) : undefined,
      remedy: 'npm run build',
      needed: true,
    }));
  }

  #has(major: string): boolean {
    return existsSync(this.#core(major));
  }

  #core(major: string): string {
    return path.join(this.#folder, `qt${major}`, 'core.so');
  }
}
