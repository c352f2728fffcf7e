/** How often to look whether npm is still there. */
const everyMs = 250;

/**
 * Ends this process as soon as the npm that runs it has ended: a killed npm leaves its scripts running. All that this
 * process has started ends with it, through the supervisor.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  const look = (): void => {
    if (process.ppid !== npm) process.exit(1);
  };
  setInterval(look, everyMs).unref();
}
