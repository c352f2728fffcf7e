import { computeErrorFingerprint, formatStatusMessage } from './unexpected.ts';

/** How many different errors of one resource are remembered; further ones are treated as known. */
const remembered = 10;

/** A known error is reported again after so many tries in a row have failed with it. */
const backAfter = 3;

/**
 * The errors of one resource since its last success, and which of them were reported. Each is reported once, not per
 * try.
 */
export class ReportedErrors {
  /** Errors that were logged with a stack. */
  readonly #logged = new Set<string>();
  /** Errors that were reported in the status and by an event. */
  readonly #reported = new Set<string>();
  /** The message that was written to the status last. */
  #words: string | undefined;
  readonly #inStatus = new Streak();
  readonly #inLog = new Streak();
  /** The last error in the log. */
  #lastLogged: string | undefined;
  /** The error of the current try, and its message. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * The message for the status after `error`: the previous one, unless the error was not reported yet or has come back.
   * Errors that alternate, or vary in numbers only, are so not written once per try.
   */
  report(error: unknown, { stored, stalls = false }: ReportOptions = {}): Report {
    const words = this.#getWords(error);
    const isBack = this.#inStatus.countWith(computeErrorFingerprint(words)) >= backAfter;
    const isNews = addTo(this.#reported, words);
    const isDue = isNews || isBack || stalls;
    if (isDue || this.#words === undefined)
      this.#words = [stored, this.#words].find((known) => isSame(known, words)) ?? words;
    return { message: this.#words, isNews, isDue };
  }

  /** A try has ended without an error: the row of equal errors is broken. */
  noteInterrupted(): void {
    this.#inStatus.end();
    this.#inLog.end();
  }

  /** `error` was not reported after all: the next time, it is new. */
  forgetReported(error: unknown): void {
    this.#reported.delete(computeErrorFingerprint(this.#getWords(error)));
  }

  /**
   * The message of the error of a try, and its log level: `error` for another error, `warn` if the wait has changed or
   * the error has come back, `debug` otherwise.
   */
  noteTry(error: unknown, waitMs: number | undefined): { readonly level: LogLevel; readonly words: string } {
    const words = this.#getWords(error);
    this.#current = undefined;
    const isNews = addTo(this.#logged, words);
    const isSlower = waitMs === undefined || waitMs !== this.#waitMs;
    this.#waitMs = waitMs;
    const isBack =
      this.#inLog.countWith(computeErrorFingerprint(words)) >= backAfter && !isSame(this.#lastLogged, words);
    if (isNews || isSlower || isBack) this.#lastLogged = words;
    return { level: isNews ? 'error' : isSlower || isBack ? 'warn' : 'debug', words };
  }

  /** Computed once per try: a message may be long. */
  #getWords(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error)
      this.#current = { error, words: formatStatusMessage(error) };
    return this.#current.words;
  }
}

interface ReportOptions {
  /** The message in the stored status, perhaps from before a restart. */
  readonly stored?: string | undefined;
  /** Whether it is not tried again before something changes: then it has to be reported now. @default false */
  readonly stalls?: boolean;
}

interface Report {
  readonly message: string;
  /** Whether it was not reported before. */
  readonly isNews: boolean;
  /** Whether to report it although the status already has another reason. */
  readonly isDue: boolean;
}

type LogLevel = 'error' | 'warn' | 'debug';

/** How many tries in a row have failed with the same message. */
class Streak {
  #words: string | undefined;
  #length = 0;

  /** @returns its length, with one more try that failed with `words` */
  countWith(words: string): number {
    this.#length = words === this.#words ? this.#length + 1 : 1;
    this.#words = words;
    return this.#length;
  }

  end(): void {
    this.#words = undefined;
  }
}

function isSame(known: string | undefined, words: string): boolean {
  return known !== undefined && computeErrorFingerprint(known) === computeErrorFingerprint(words);
}

/** Whether it was new and there was room for it. */
function addTo(known: Set<string>, words: string): boolean {
  const before = known.size;
  if (before < remembered) known.add(computeErrorFingerprint(words));
  return known.size > before;
}
