/**
 * Selectors: what an element must be, and what it must be in, in a line.
 *
 *     selector  = step (">>" step)*                 each step somewhere inside the one before it
 *     step      = ("*" | ClassName | condition)? ("#" objectName)? ("[" (condition | state) "]")*
 *     condition = key ("=" | "*=") value | key "~=" "/" regex "/" "i"?
 */
import { rolesOfAria } from './aria.js';
import { invalidArgument } from './errors.js';
import { type Criteria, STATES } from './ports.js';

type Operator = '=' | '*=' | '~=';

const TEXT_FIELDS = { '=': 'text', '*=': 'textContains', '~=': 'textMatches' } as const;

/** Which criterion a key and an operator give. Any other key is a property, and knows only "=". */
const FIELDS: Record<string, Partial<Record<Operator, keyof Criteria>>> = {
  text: TEXT_FIELDS,
  name: TEXT_FIELDS,
  role: { '=': 'roles', '*=': 'roleContains' },
  type: { '=': 'type' },
  type_inherits: { '=': 'typeInherits' },
  object_name: { '=': 'objectName' },
  qml_id: { '=': 'qmlId' },
  row: { '=': 'row' },
  column: { '=': 'column' },
};

const STATE_WORDS = [...STATES, 'visible', 'enabled'] as const;

// What may stand at the place where the parser is.
const SPACE = /\s*/y;
const CLASS_NAME = /[A-Za-z_][\w:]*/y;
const KEY = /[A-Za-z_][\w.-]*/y;
const OPERATOR = /\s*(=|\*=|~=)\s*/y;
const OBJECT_NAME = /[\w.:-]+/y;
/** Without quotes: up to what may follow a value. */
const BARE = /[^\s[\]"'>#]+/y;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy;
const REGEX = /\/((?:[^/\\]|\\.)+)\/(i?)/sy;

const MAX_STEPS = 16;
const ONCE = 'each thing to be said once in a step';
const EXAMPLE =
  'For example: QDialog >> role=button[text="Save"][enabled], #objectName, QTableView >> [row=3][column=0].';

/** What the element and those around it must be, outermost first. Throws invalid_argument that points at the place. */
export function parseSelector(text: string): Criteria[] {
  return new Parser(text).steps();
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  steps(): Criteria[] {
    const steps = [this.#step()];
    while (this.#skip('>>')) steps.push(this.#step());
    if (this.#at < this.#text.length) throw this.#expected('">>", "[" or the end; a value with spaces needs quotes');
    if (steps.length > MAX_STEPS) throw this.#expected(`no more than ${MAX_STEPS} steps`);
    return steps;
  }

  #step(): Criteria {
    this.#take(SPACE);
    const start = this.#at;
    const criteria: Criteria = {};
    if (!this.#skip('*') && !this.#condition(criteria)) {
      const className = this.#take(CLASS_NAME);
      if (className !== undefined) criteria.typeInherits = className[0];
    }
    if (this.#skip('#')) this.#set(criteria, 'objectName', this.#string(OBJECT_NAME, 'an object name').text);
    this.#take(SPACE);
    while (this.#skip('[')) this.#bracket(criteria);
    if (this.#at === start) throw this.#expected('a class name, #objectName, *, or a condition such as role=button');
    return criteria;
  }

  /** What is within brackets, and what ends them. */
  #bracket(criteria: Criteria): void {
    this.#take(SPACE);
    if (!this.#condition(criteria)) {
      const start = this.#at;
      const word = this.#take(KEY)?.[0];
      const state = STATE_WORDS.find((known) => known === word);
      if (state === undefined) {
        throw this.#expected(`a condition such as text="Save", or a state (${STATE_WORDS.join(', ')})`, start);
      }
      criteria.states = [...(criteria.states ?? []), state];
    }
    this.#take(SPACE);
    if (!this.#skip(']')) throw this.#expected('"]"');
    this.#take(SPACE);
  }

  /** False, and nothing is taken, if no condition stands here. */
  #condition(criteria: Criteria): boolean {
    const start = this.#at;
    const key = this.#take(KEY)?.[0];
    // The pattern takes nothing but operators.
    const operator = key === undefined ? undefined : (this.#take(OPERATOR)?.[1] as Operator | undefined);
    if (key === undefined || operator === undefined) {
      this.#at = start;
      return false;
    }
    const fields = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (fields === undefined) this.#property(criteria, key, operator, start);
    else {
      const field = fields[operator];
      if (field === undefined) throw this.#expected(`${key} with ${Object.keys(fields).join(' or ')}`, start);
      this.#set(criteria, field, this.#valueOf(field), start);
    }
    return true;
  }

  #property(criteria: Criteria, name: string, operator: Operator, start: number): void {
    if (operator !== '=') {
      const able = Object.keys(FIELDS).filter((key) => FIELDS[key]?.[operator] !== undefined);
      throw this.#expected(`${name}=value (${operator} works with ${able.join(', ')} only)`, start);
    }
    if (Object.hasOwn(criteria.properties ?? {}, name)) throw this.#expected(ONCE, start);
    criteria.properties = { ...criteria.properties, [name]: this.#literal() };
  }

  #valueOf(field: keyof Criteria): unknown {
    if (field === 'textMatches') return this.#regex();
    const start = this.#at;
    const { text } = this.#string(BARE, 'a value');
    if (field === 'roles') return rolesOfAria(text) ?? [text.toLowerCase()];
    if (field !== 'row' && field !== 'column') return text;
    if (!/^\d{1,9}$/.test(text)) throw this.#expected('a number from 0', start);
    return Number(text);
  }

  /** A value as properties have it: without quotes, a number or a truth where it reads as one. */
  #literal(): unknown {
    const { text, quoted } = this.#string(BARE, 'a value');
    if (quoted) return text;
    if (text === 'true' || text === 'false') return text === 'true';
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }

  #string(bare: RegExp, what: string): { text: string; quoted: boolean } {
    const quoted = this.#take(QUOTED);
    if (quoted !== undefined) return { text: unescaped(quoted[1] ?? quoted[2] ?? ''), quoted: true };
    const plain = this.#take(bare);
    if (plain === undefined) throw this.#expected(`${what}, in quotes if it has other signs than letters and digits`);
    return { text: plain[0], quoted: false };
  }

  #regex(): string {
    const [found, pattern = '', flag] = this.#take(REGEX) ?? [];
    if (found === undefined) throw this.#expected('a regular expression such as /^Save/ or /save/i');
    return flag === 'i' ? `(?i)${pattern}` : pattern;
  }

  #set(criteria: Criteria, field: keyof Criteria, value: unknown, start = this.#at): void {
    if (criteria[field] !== undefined) throw this.#expected(ONCE, start);
    Object.assign(criteria, { [field]: value });
  }

  #skip(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #expected(what: string, at = this.#at): Error {
    const rest = this.#text.slice(at, at + 20);
    const place = rest === '' ? 'at its end' : `at character ${at + 1}, ${JSON.stringify(rest)}`;
    return invalidArgument(`The selector cannot be read ${place}: expected ${what}.`, EXAMPLE);
  }
}

/** `\n` and `\t` as usual; otherwise the sign after a backslash stands for itself. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign));
}
