/** Finds what a command means before it is started, so that the error can say what is wrong. */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { commandIsDirectory, commandNotExecutable, commandNotFound, workingDirectoryMissing } from '../errors.js';
import type { Environment } from '../ports.js';

/** Absolute path of an executable as a shell would find it from `cwd`, or undefined. */
export function findExecutable(command: string, environment: Environment, cwd: string): string | undefined {
  return candidates(command, environment, cwd).find(isExecutable);
}

/** As findExecutable. Throws command_not_found, launch_failed. */
export function resolveCommand(command: string, environment: Environment, cwd: string): string {
  const found = findExecutable(command, environment, cwd);
  if (found !== undefined) return found;
  const file = candidates(command, environment, cwd).find(exists);
  if (file !== undefined) throw isDirectory(file) ? commandIsDirectory(file) : commandNotExecutable(file);
  throw commandNotFound(command, command.includes('/') ? undefined : (environment.PATH ?? ''));
}

/** Throws launch_failed unless `cwd` can be entered. */
export function checkWorkingDirectory(cwd: string): void {
  try {
    accessSync(cwd, constants.X_OK);
    if (isDirectory(cwd)) return;
  } catch {
    // Missing or closed to us: the same remedy as for a file.
  }
  throw workingDirectoryMissing(cwd);
}

function candidates(command: string, environment: Environment, cwd: string): string[] {
  if (command === '') return [];
  if (command.includes('/')) return [path.resolve(cwd, command)];
  return (environment.PATH ?? '').split(':').map((folder) => path.resolve(cwd, folder, command));
}

function exists(file: string): boolean {
  try {
    statSync(file);
    return true;
  } catch {
    return false; // Missing, out of reach, or no possible name.
  }
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
