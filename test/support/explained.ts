/** A failure as a test runner keeps it. */
export interface Failure {
  message: string;
  stack?: string | undefined;
}

const heading = 'Pods that are not ready:';

/** Adds to the first of a test's failures which Pods are not ready, unless there are none or it says so already. */
export function explain(failures: readonly Failure[], pods: string): void {
  const [first] = failures;
  if (first === undefined || !pods.startsWith(heading)) return;
  if (failures.some(({ message }) => message.includes(heading))) return;
  const before = first.message;
  first.message = `${before}\n\n${pods}`;
  // Runners print the stack's frames below the message, and know by the message where they begin.
  if (first.stack !== undefined) first.stack = first.stack.replace(before, () => first.message);
}
