/** An error of a failed test, as Vitest reports it. */
export interface Failure {
  message: string;
  stack?: string | undefined;
}

const heading = 'Pods that are not ready:';

/** Adds the Pods that are not ready to the first error of a test, if there are any and no error lists them already. */
export function explain(failures: readonly Failure[], pods: string): void {
  const [first] = failures;
  if (first === undefined || !pods.startsWith(heading)) return;
  if (failures.some(({ message }) => message.includes(heading))) return;
  const before = first.message;
  first.message = `${before}\n\n${pods}`;
  // The stack repeats the message above its frames, and Vitest finds the frames by the message.
  if (first.stack !== undefined) first.stack = first.stack.replace(before, () => first.message);
}
