/**
 * Calls `ended` once, when the process that started this one has ended. Does not keep this process alive.
 *
 * `npm run` needs it: it starts this process through a shell, and sends SIGTERM to the shell only.
 *
 * @returns a function that stops
 */
export function watchParent(ended: () => void, readParent: () => number = () => process.ppid): () => void {
  const parent = readParent();
  const timer = setInterval(() => {
    if (readParent() === parent) return;
    clearInterval(timer);
    ended();
  }, 500).unref();
  return () => {
    clearInterval(timer);
  };
}
