import { computeErrorFingerprint, formatStatusMessage } from './unexpected.ts';

/** Maximum number of different errors that are remembered for one object; further ones count as known. */
const remembered = 10;

/** Number of consecutive attempts with a known error after which it is reported again. */
const backAfter = 3;

/**
 * The errors of one object since its last success, and which of them were reported. Each is reported once, not in each
 * attempt.
 */
export class ReportedErrors {
  /** Fingerprints of errors that were logged with a stack. */
  readonly #logged = new Set<string>();
  /** Fingerprints of errors that were reported in the status and by an event. */
  readonly #reported = new Set<string>();
  /** The last message in the status; empty before the first error, which is always news. */
  #words = '';
  readonly #inStatus = new Streak();
  readonly #inLog = new Streak();
  /** The last error in the log. */
  #lastLogged: string | undefined;
  /** The error of the current attempt, and its formatted message. */
  #current: { readonly error: unknown; readonly words: string } | undefined;
  #waitMs: number | undefined;

  /**
   * Returns the message for the status after `error`: the previous message, unless the error is new or has recurred. So
   * errors that alternate, or vary only in numbers, are not written in each attempt.
   */
  report(error: unknown, { stored, stalls = false }: ReportOptions = {}): Report {
    const words = this.#getWords(error);
    const isBack = this.#inStatus.countWith(computeErrorFingerprint(words)) >= backAfter;
    const isNews = addTo(this.#reported, words);
    const isDue = isNews || isBack || stalls;
    if (isDue) this.#words = [stored, this.#words].find((known) => isSame(known, words)) ?? words;
    return { message: this.#words, isNews, isDue };
  }

  /** Call it after an attempt without an error, which ends a series of equal errors. */
  noteInterrupted(): void {
    this.#inStatus.end();
    this.#inLog.end();
  }

  /** Call it if the report of `error` failed: its next occurrence counts as new. */
  forgetReported(error: unknown): void {
    this.#reported.delete(computeErrorFingerprint(this.#getWords(error)));
  }

  /**
   * Returns the error message of an attempt, and the level to log it: `error` for a new error, `warn` if the wait has
   * changed or the error has recurred, `debug` otherwise.
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

  /** Formats the message once per attempt, because it may be long. */
  #getWords(error: unknown): string {
    if (this.#current === undefined || this.#current.error !== error)
      this.#current = { error, words: formatStatusMessage(error) };
    return this.#current.words;
  }
}

interface ReportOptions {
  /** The message in the stored status, which may be from before a restart. */
  readonly stored?: string | undefined;
  /**
   * Whether the object waits for a change instead of a retry: then the error has to be reported at once. @default false
   */
  readonly stalls?: boolean;
}

interface Report {
  readonly message: string;
  /** Whether the error was not reported before. */
  readonly isNews: boolean;
  /** Whether to report the error although the status already has another reason. */
  readonly isDue: boolean;
}

type LogLevel = 'error' | 'warn' | 'debug';

/** Counts consecutive attempts that have failed with the same message. */
class Streak {
  #words: string | undefined;
  #length = 0;

  /**
   * Counts one more attempt that failed with `words`.
   * @returns the number of consecutive attempts
   */
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
