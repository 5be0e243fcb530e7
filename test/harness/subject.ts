import { Fixture } from './fixture.js';
import type { Failure, Server } from './server.js';
import { named } from './snapshot.js';

/** A property as qt_get_property tells it. */
export interface Property {
  value: unknown;
  type: string;
  writable: boolean;
  values?: string[];
  cut?: number;
}

/** What qt_get_property answers. */
export interface Read {
  properties: Record<string, Property>;
  missing?: { name: string; nearest: string[] }[];
}

/** What qt_set_property answers. */
export interface Written {
  effect: string;
  status: string;
  before?: Property;
  after?: Property;
  thrown?: string;
  windows?: { title: string; modal: boolean }[];
}

/** What qt_call_method answers. */
export interface Called {
  status: string;
  signature: string;
  value?: unknown;
  type?: string;
  windows?: { title: string; modal: boolean }[];
}

/** A fixture whose elements are read, set and called; they are named by their object names. */
export class Subject implements AsyncDisposable {
  private constructor(
    readonly server: Server,
    readonly fixture: Fixture,
    readonly ids: Map<string, number>,
  ) {}

  /** Launches it without a screen and looks up the elements, the first of which is the one that is asked by default. */
  static async launch(server: Server, command: string[], ...names: string[]): Promise<Subject> {
    const fixture = await Fixture.launch(server, command, {
      display: 'offscreen',
      env: { QT_QUICK_BACKEND: 'software' },
    });
    const subject = new Subject(server, fixture, new Map());
    await subject.find(...names);
    return subject;
  }

  /** Looks up elements by their object names. */
  async find(...names: string[]): Promise<void> {
    const snapshot = await this.server.snapshot(this.fixture.id, { include_hidden: true });
    for (const name of names) this.ids.set(name, named(snapshot, name).objID);
  }

  async property(name: string, element?: string): Promise<Property> {
    const { properties } = await this.read({ name }, element);
    const property = properties[name];
    if (property === undefined) throw new Error(`${name} was not answered.`);
    return property;
  }

  read(args: Record<string, unknown>, element?: string): Promise<Read> {
    return this.ask('qt_get_property', args, element);
  }

  write(name: string, value: unknown, element?: string): Promise<Written> {
    return this.ask('qt_set_property', { name, value }, element);
  }

  call(method: string, args: unknown[] = [], element?: string): Promise<Called> {
    return this.ask('qt_call_method', { method, args }, element);
  }

  /** The answer of a tool that must succeed; the caller names the shape that its output schema has. */
  ask<T>(tool: string, args: Record<string, unknown>, element?: string): Promise<T> {
    return this.server.ok<T>(tool, this.#args(element, args));
  }

  /** The error of a tool that must fail. */
  refused(tool: string, args: Record<string, unknown>, element?: string): Promise<Failure> {
    return this.server.failure(tool, this.#args(element, args));
  }

  refusedValue(name: string, value: unknown, element?: string): Promise<Failure> {
    return this.refused('qt_set_property', { name, value }, element);
  }

  refusedCall(method: string, args: unknown[] = [], element?: string): Promise<Failure> {
    return this.refused('qt_call_method', { method, args }, element);
  }

  /** What the application says that it holds, by a way that deskprobe knows nothing of. */
  async state(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.fixture.ask('state'));
  }

  /** The methods that the application says were called. */
  async log(): Promise<string[]> {
    return JSON.parse(await this.fixture.ask('log'));
  }

  #args(element: string | undefined, args: Record<string, unknown>): Record<string, unknown> {
    const [first = ''] = this.ids.keys();
    return { session_id: this.fixture.id, element_id: this.ids.get(element ?? first), ...args };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.fixture[Symbol.asyncDispose]();
  }
}
