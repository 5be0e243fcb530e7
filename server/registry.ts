/** The elements of a session: which number names which live object, and what the caller was last shown of it. */
import { staleElement } from './errors.js';

/** Expired elements that are remembered: enough for the largest capture to go and come back. */
const MAX_EXPIRED = 200_000;
const MAX_SHOWN_TEXT = 80;

interface Element {
  readonly id: number;
  readonly handle: number;
  live: boolean;
  role: string;
  text: string | undefined;
  /** Number of the last listing to be committed that it is in; 0 if something has only referred to it. */
  listing: number;
}

/** Element ids grow over all sessions and are never used again. */
let lastId = 0;

export class ElementRegistry {
  readonly #byId = new Map<number, Element>();
  readonly #byHandle = new Map<number, Element>();
  #listings = 0;
  /** Not live, longest first. */
  readonly #expired = new Set<Element>();
  readonly #maxExpired: number;

  constructor(maxExpired = MAX_EXPIRED) {
    this.#maxExpired = maxExpired;
  }

  /** The probe's handle of a live element. Throws stale_element. */
  handleOf(id: number): number {
    const element = this.#byId.get(id);
    if (element?.live) return element.handle;
    throw this.stale(id);
  }

  /** Says that an id names nothing that can be used, and what it named. */
  stale(id: number): Error {
    const element = this.#byId.get(id);
    const subject = this.subject(id);
    if (element === undefined) return staleElement(id, subject, 'is not known in this session');
    return element.live
      ? staleElement(id, subject, 'has been destroyed or hidden since it was last shown')
      : staleElement(id, subject, 'is not in the newest snapshot of its session');
  }

  /** The element as it was last shown, for the start of a sentence: `Element 12 (push button "Save")`. */
  subject(id: number): string {
    const element = this.#byId.get(id);
    return element === undefined || element.listing === 0 ? `Element ${id}` : `Element ${id} (${describe(element)})`;
  }

  /** Starts to take down what a capture lists. Nothing becomes or ceases to be live until it is committed. */
  listing(): Listing {
    // A capture that failed has left its new elements behind.
    this.#forgetExpired();
    return new Listing(
      (handle) => this.#element(handle),
      (listing, refresh) => this.#commit(listing, refresh),
    );
  }

  #element(handle: number): Element {
    const known = this.#byHandle.get(handle);
    if (known !== undefined) return known;
    lastId += 1;
    const element: Element = { id: lastId, handle, live: false, role: '', text: undefined, listing: 0 };
    this.#byId.set(element.id, element);
    this.#byHandle.set(handle, element);
    this.#expired.add(element);
    return element;
  }

  #commit({ elements, roles, texts }: Listing, refresh: boolean): void {
    this.#listings += 1;
    elements.forEach((element, index) => {
      element.listing = this.#listings;
      element.role = roles[index] ?? '';
      element.text = texts[index];
      if (element.live) return;
      element.live = true;
      this.#expired.delete(element);
    });
    if (refresh) {
      for (const element of this.#byId.values()) {
        if (!element.live || element.listing === this.#listings) continue;
        element.live = false;
        this.#expired.add(element);
      }
    }
    this.#forgetExpired();
  }

  #forgetExpired(): void {
    for (const element of this.#expired) {
      if (this.#expired.size <= this.#maxExpired) break;
      this.#expired.delete(element);
      this.#byId.delete(element.id);
      this.#byHandle.delete(element.handle);
    }
  }
}

/** What one capture lists. */
export class Listing {
  /**
   * Side by side, as an object for each element would cost a fifth of a snapshot. An element may stand here twice, as a
   * window and as a node: what was shown last counts.
   */
  readonly elements: Element[] = [];
  readonly roles: string[] = [];
  readonly texts: (string | undefined)[] = [];
  readonly #element: (handle: number) => Element;
  readonly #commit: (listing: Listing, refresh: boolean) => void;

  constructor(element: (handle: number) => Element, commit: (listing: Listing, refresh: boolean) => void) {
    this.#element = element;
    this.#commit = commit;
  }

  /** Lists an object and answers its id: the one it has always had, or a new one. */
  add(handle: number, role: string, text: string | undefined): number {
    const element = this.#element(handle);
    this.elements.push(element);
    this.roles.push(role);
    this.texts.push(text && brief(text));
    return element.id;
  }

  /** The id of an object that something refers to, whether or not it gets listed. */
  idOf(handle: number): number {
    return this.#element(handle).id;
  }

  /** The id of an object that an answer refers to, which makes it live. What was shown of it before stays. */
  refer(handle: number, className: string): number {
    const element = this.#element(handle);
    return element.live ? element.id : this.add(handle, className, undefined);
  }

  /** Makes live what was listed; a refresh also expires everything else. */
  commit(refresh: boolean): void {
    this.#commit(this, refresh);
  }
}

function describe({ role, text }: Element): string {
  return text === undefined ? role : `${role} ${JSON.stringify(text)}`;
}

function brief(text: string): string {
  // A slice would keep the whole text in memory, a copy does not.
  return text.length <= MAX_SHOWN_TEXT ? text : `${Buffer.from(text.slice(0, MAX_SHOWN_TEXT)).toString()}…`;
}
