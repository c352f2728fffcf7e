export interface WatchParentOptions {
  /** Returns the pid of the process to watch. @default - the parent of this process */
  readonly parentPid?: () => number;
  /** How often to check, in milliseconds. @default 500 */
  readonly pollMs?: number;
}

/**
 * Returns a signal that aborts when the parent of this process has ended. `npm run` needs it, because it starts this
 * process through a shell, and sends SIGTERM only to the shell. Does not keep this process alive.
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
