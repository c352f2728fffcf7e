/**
 * Calls `ended` once when the parent process has ended. Does not keep this process alive.
 * `npm run` starts this process through a shell, and sends SIGTERM only to the shell.
 * @returns a function that stops watching
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
