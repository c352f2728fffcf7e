import { sameness, wordsOf } from '../reconcile/index.ts';

/** So many errors of one resource are told apart; further ones are taken for known. */
const toldApart = 10;

/** An error that is no news is told after all once so many tries in a row have failed with it. */
const backAfter = 3;

/** The errors of one resource since it last went well: what was said of them is not said once per try. */
export class Failures {
  /** Of which the log has a stack. */
  readonly #logged = new Set<string>();
  /** Of which the status and an event have told. */
  readonly #told = new Set<string>();
  /** What the status was given last. */
  #words: string | undefined;
  readonly #inStatus = new Streak();
  readonly #inLog = new Streak();
  /** What people see last in the log. */
  #lastLogged: string | undefined;
  /** The error of a try that has not ended yet, and its words. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * What the status is to say after `error`: the same as before, unless it is another one that was not told yet, or one
   * that is back. So what alternates, or varies in numbers only, is not written once per try.
   */
  toTell(error: unknown, { stored, stalls = false }: TellOptions = {}): Told {
    const words = this.#wordsOf(error);
    const isBack = this.#inStatus.with(sameness(words)) >= backAfter;
    const isNews = addTo(this.#told, words);
    const isDue = isNews || isBack || stalls;
    if (isDue || this.#words === undefined)
      this.#words = [stored, this.#words].find((known) => isSame(known, words)) ?? words;
    return { message: this.#words, isNews, isDue };
  }

  /** A try has ended otherwise: what comes now takes turns with that. */
  interrupted(): void {
    this.#inStatus.end();
    this.#inLog.end();
  }

  /** `error` was not told after all: the next time, it is news. */
  forgetTold(error: unknown): void {
    this.#told.delete(sameness(this.#wordsOf(error)));
  }

  /**
   * The words of the error that a try has failed with, and how loud it is: `news` for another error, `again` if the wait
   * has changed or the error is back, `same` otherwise.
   */
  tried(error: unknown, waitMs: number | undefined): { readonly loudness: Loudness; readonly words: string } {
    const words = this.#wordsOf(error);
    this.#current = undefined;
    const isNews = addTo(this.#logged, words);
    const isSlower = waitMs === undefined || waitMs !== this.#waitMs;
    this.#waitMs = waitMs;
    const isBack = this.#inLog.with(sameness(words)) >= backAfter && !isSame(this.#lastLogged, words);
    if (isNews || isSlower || isBack) this.#lastLogged = words;
    return { loudness: isNews ? 'news' : isSlower || isBack ? 'again' : 'same', words };
  }

  /** Looked for once per try: a message may be long. */
  #wordsOf(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error) this.#current = { error, words: wordsOf(error) };
    return this.#current.words;
  }
}

interface TellOptions {
  /** What the status says of an error already, perhaps since before a restart. */
  readonly stored?: string | undefined;
  /** Whether it is not tried again before something changes: then it is told now, or never. @default false */
  readonly stalls?: boolean;
}

interface Told {
  readonly message: string;
  /** Whether nobody was told of it yet. */
  readonly isNews: boolean;
  /** Whether it is to be told though the status says what else is in the way. */
  readonly isDue: boolean;
}

type Loudness = 'news' | 'again' | 'same';

/** How many tries in a row have failed with the same words. */
class Streak {
  #words: string | undefined;
  #length = 0;

  /** @returns its length, with one more try that has failed with `words` */
  with(words: string): number {
    this.#length = words === this.#words ? this.#length + 1 : 1;
    this.#words = words;
    return this.#length;
  }

  end(): void {
    this.#words = undefined;
  }
}

function isSame(known: string | undefined, words: string): boolean {
  return known !== undefined && sameness(known) === sameness(words);
}

/** Whether it was not in there, and there was room. */
function addTo(known: Set<string>, words: string): boolean {
  const before = known.size;
  if (before < toldApart) known.add(sameness(words));
  return known.size > before;
}
