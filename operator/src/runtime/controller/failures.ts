import { sameness, wordsOf } from '../reconcile/index.ts';

/** So many errors of one resource are told apart; further ones are taken for known. */
const toldApart = 10;

/** The errors of one resource since it last went well: what was said of them is not said once per try. */
export class Failures {
  /** Of which the log has a stack. */
  readonly #logged = new Set<string>();
  /** Of which the status and an event have told. */
  readonly #told = new Set<string>();
  #words: string | undefined;
  /** The error of a try that has not ended yet, and its words. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * What the status is to say after `error`: the same as before, unless it is another one that was not told yet. So what
   * alternates, or varies in numbers only, is not written once per try.
   *
   * @param stored what the status says of an error already, perhaps since before a restart
   */
  toTell(error: unknown, stored?: string): { readonly message: string; readonly isNews: boolean } {
    const words = this.#wordsOf(error);
    const isNews = addTo(this.#told, words);
    if (isNews || this.#words === undefined)
      this.#words = stored !== undefined && sameness(stored) === sameness(words) ? stored : words;
    return { message: this.#words, isNews };
  }

  /** `error` was not told after all: the next time, it is news. */
  forgetTold(error: unknown): void {
    this.#told.delete(sameness(this.#wordsOf(error)));
  }

  /**
   * The words of the error that a try has failed with, and how loud it is: `news` for another error, `slower` if the wait
   * has changed, `same` otherwise.
   */
  tried(error: unknown, waitMs: number | undefined): { readonly loudness: Loudness; readonly words: string } {
    const words = this.#wordsOf(error);
    this.#current = undefined;
    const isNews = addTo(this.#logged, words);
    const isSlower = waitMs === undefined || waitMs !== this.#waitMs;
    this.#waitMs = waitMs;
    return { loudness: isNews ? 'news' : isSlower ? 'slower' : 'same', words };
  }

  /** Looked for once per try: a message may be long. */
  #wordsOf(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error) this.#current = { error, words: wordsOf(error) };
    return this.#current.words;
  }
}

type Loudness = 'news' | 'slower' | 'same';

/** Whether it was not in there, and there was room. */
function addTo(known: Set<string>, words: string): boolean {
  const before = known.size;
  if (before < toldApart) known.add(sameness(words));
  return known.size > before;
}
