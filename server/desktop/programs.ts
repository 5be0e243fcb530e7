/** The programs that a private room is made of. */
import { accessSync, constants } from 'node:fs';
import { displayUnavailable } from '../errors.js';
import type { Check, Environment } from '../ports.js';
import { findExecutable } from './command.js';

/** Program and the Debian package that brings it. */
const PROGRAMS = { setpriv: 'util-linux', 'dbus-daemon': 'dbus-daemon', Xvfb: 'xvfb', openbox: 'openbox' } as const;

export type Program = keyof typeof PROGRAMS;

const AT_SPI_LAUNCHERS = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher'];

/** Absolute path of a program. Throws display_unavailable naming the package that brings it. */
export function requireProgram(program: Program, environment: Environment): string {
  const file = findExecutable(program, environment, '/');
  if (file !== undefined) return file;
  throw displayUnavailable(
    `${program} is not installed, so there is no private display.`,
    `${installCommand(PROGRAMS[program])}, or launch with display "current".`,
  );
}

/** Absolute path of the accessibility bus's launcher, if it is installed. */
export function atSpiLauncher(): string | undefined {
  return AT_SPI_LAUNCHERS.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The same command, to which the kernel sends the signal as soon as this process has died. Throws display_unavailable. */
export function tiedToUs(command: string[], environment: Environment, signal: 'TERM' | 'KILL'): string[] {
  return [requireProgram('setpriv', environment), '--pdeathsig', signal, '--', ...command];
}

export function programChecks(environment: Environment): Check[] {
  const programs = Object.entries(PROGRAMS).map(([name, debianPackage]) => ({
    name,
    found: findExecutable(name, environment, '/'),
    remedy: installCommand(debianPackage),
    needed: true,
  }));
  const atSpi = {
    name: 'at-spi-bus-launcher',
    found: atSpiLauncher(),
    remedy: installCommand('at-spi2-core'),
    needed: false,
  };
  return [...programs, atSpi];
}

function installCommand(debianPackage: string): string {
  return `sudo apt-get install ${debianPackage}`;
}
