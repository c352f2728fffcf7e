import { computeErrorFingerprint, formatStatusMessage } from './unexpected.ts';

/** How many different errors of one object are remembered; further ones count as known. */
const remembered = 10;

/** A known error is reported again after this many consecutive attempts have failed with it. */
const backAfter = 3;

/**
 * The errors of one object since its last success, and which of them were reported. Each is reported once, not per
 * attempt.
 */
export class ReportedErrors {
  /** Errors that were logged with a stack. */
  readonly #logged = new Set<string>();
  /** Errors that were reported in the status and by an event. */
  readonly #reported = new Set<string>();
  /** The last message in the status. */
  #words: string | undefined;
  readonly #inStatus = new Streak();
  readonly #inLog = new Streak();
  /** The last error in the log. */
  #lastLogged: string | undefined;
  /** The error of the current attempt, and its message. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * The status message after `error`: the previous one, unless the error was not reported yet or has recurred. So
   * errors that alternate, or vary only in numbers, are not written once per attempt.
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

  /** An attempt has ended without an error, which ends a row of equal errors. */
  noteInterrupted(): void {
    this.#inStatus.end();
    this.#inLog.end();
  }

  /** The report of `error` failed: its next occurrence counts as new. */
  forgetReported(error: unknown): void {
    this.#reported.delete(computeErrorFingerprint(this.#getWords(error)));
  }

  /**
   * The error message of an attempt, and its log level: `error` for a new error, `warn` if the wait has changed or the
   * error has recurred, `debug` otherwise.
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

  /** Computed once per attempt: a message may be long. */
  #getWords(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error)
      this.#current = { error, words: formatStatusMessage(error) };
    return this.#current.words;
  }
}

interface ReportOptions {
  /** The message in the stored status, perhaps from before a restart. */
  readonly stored?: string | undefined;
  /** Whether the object waits for a change instead of a retry: then the error has to be reported now. @default false */
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

/** How many consecutive attempts have failed with the same message. */
class Streak {
  #words: string | undefined;
  #length = 0;

  /** @returns its length, with one more attempt that failed with `words` */
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

/** Adds the fingerprint of `words`; returns whether it was new and within the limit. */
function addTo(known: Set<string>, words: string): boolean {
  const before = known.size;
  if (before < remembered) known.add(computeErrorFingerprint(words));
  return known.size > before;
}
