export interface WatchParentOptions {
  /** @default - the pid of this process's parent */
  readonly parentPid?: () => number;
  /** How often to check, in milliseconds. @default 500 */
  readonly pollMs?: number;
}

/**
 * Aborts when the process that started this one has ended. `npm run` needs it: it starts a shell, which starts this
 * process, and passes a SIGTERM on to the shell only.
 *
 * Does not keep this process alive.
 */
export function watchParent({ parentPid = () => process.ppid, pollMs = 500 }: WatchParentOptions = {}): AbortSignal {
  const ended = new AbortController();
  const parent = parentPid();
  const timer = setInterval(() => {
    if (parentPid() === parent) return;
    clearInterval(timer);
    ended.abort();
  }, pollMs).unref();
  return ended.signal;
}
