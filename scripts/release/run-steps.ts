import { Listr } from 'listr2';

/** One step of a release. */
export interface ReleaseStep {
  readonly title: string;
  readonly work: () => Promise<void>;
}

/** Runs steps in order, and shows each while it runs, with its duration. Stops at the first error and throws it. */
export async function runSteps(steps: readonly ReleaseStep[]): Promise<void> {
  const failures: unknown[] = [];
  const list = new Listr(
    steps.map(({ title, work }) => ({
      title,
      task: async (_context, task): Promise<void> => {
        const startedAt = performance.now();
        await work().catch((error: unknown) => {
          failures.push(error);
          // Throws a short error, because the caller prints the reason of the failed step.
          throw new Error('see below');
        });
        task.title = `${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;
      },
    })),
    { fallbackRenderer: 'simple', rendererOptions: { collapseErrors: false, showErrorMessage: false } },
  );
  await list.run().catch((error: unknown) => {
    throw failures[0] ?? error;
  });
}
