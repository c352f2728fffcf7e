export interface WatchParentOptions {
  /** @default - the pid of this process's parent */
  readonly parentPid?: () => number;
  /** How often to check, in milliseconds. @default 500 */
  readonly pollMs?: number;
}

/**
 * Aborts when this process's parent has ended. `npm run` needs it: it starts this process through a shell, and sends
 * SIGTERM to the shell only.
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
