import { errorFingerprint, statusMessageOf } from '../reconcile/index.ts';

/** So many different errors of one resource are remembered; further ones are taken for known. */
const remembered = 10;

/** A known error is reported again once so many tries in a row have failed with it. */
const backAfter = 3;

/** The errors of one resource since its last success, and which of them were reported: once each, not per try. */
export class ReportedErrors {
  /** Those logged with a stack. */
  readonly #logged = new Set<string>();
  /** Those reported in the status and by an event. */
  readonly #reported = new Set<string>();
  /** The message written to the status last. */
  #words: string | undefined;
  readonly #inStatus = new Streak();
  readonly #inLog = new Streak();
  /** The last error in the log. */
  #lastLogged: string | undefined;
  /** The error of a try that has not ended yet, and its words. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * What the status is to say after `error`: the same as before, unless it is one that was not reported yet, or one
   * that is back. So what alternates, or varies in numbers only, is not written once per try.
   */
  report(error: unknown, { stored, stalls = false }: ReportOptions = {}): Report {
    const words = this.#wordsOf(error);
    const isBack = this.#inStatus.with(errorFingerprint(words)) >= backAfter;
    const isNews = addTo(this.#reported, words);
    const isDue = isNews || isBack || stalls;
    if (isDue || this.#words === undefined)
      this.#words = [stored, this.#words].find((known) => isSame(known, words)) ?? words;
    return { message: this.#words, isNews, isDue };
  }

  /** A try has ended otherwise: the row of equal errors is broken. */
  interrupted(): void {
    this.#inStatus.end();
    this.#inLog.end();
  }

  /** `error` was not reported after all: the next time, it is news. */
  forgetReported(error: unknown): void {
    this.#reported.delete(errorFingerprint(this.#wordsOf(error)));
  }

  /**
   * The words of the error that a try has failed with, and the level at which it is logged: `error` for another error,
   * `warn` if the wait has changed or the error is back, `debug` otherwise.
   */
  tried(error: unknown, waitMs: number | undefined): { readonly level: LogLevel; readonly words: string } {
    const words = this.#wordsOf(error);
    this.#current = undefined;
    const isNews = addTo(this.#logged, words);
    const isSlower = waitMs === undefined || waitMs !== this.#waitMs;
    this.#waitMs = waitMs;
    const isBack = this.#inLog.with(errorFingerprint(words)) >= backAfter && !isSame(this.#lastLogged, words);
    if (isNews || isSlower || isBack) this.#lastLogged = words;
    return { level: isNews ? 'error' : isSlower || isBack ? 'warn' : 'debug', words };
  }

  /** Looked for once per try: a message may be long. */
  #wordsOf(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error)
      this.#current = { error, words: statusMessageOf(error) };
    return this.#current.words;
  }
}

interface ReportOptions {
  /** What the status says of an error already, perhaps since before a restart. */
  readonly stored?: string | undefined;
  /** Whether it is not tried again before something changes: then it is reported now, or never. @default false */
  readonly stalls?: boolean;
}

interface Report {
  readonly message: string;
  /** Whether it was not reported before. */
  readonly isNews: boolean;
  /** Whether to report it though the status says what else is in the way. */
  readonly isDue: boolean;
}

type LogLevel = 'error' | 'warn' | 'debug';

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
  return known !== undefined && errorFingerprint(known) === errorFingerprint(words);
}

/** Whether it was not in there, and there was room. */
function addTo(known: Set<string>, words: string): boolean {
  const before = known.size;
  if (before < remembered) known.add(errorFingerprint(words));
  return known.size > before;
}
