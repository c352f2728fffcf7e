import { Listr } from 'listr2';

import type { ReportText, Step, StepResult } from './step.ts';

export class StepError extends Error {
  override readonly name = 'StepFailed';
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.title = title;
  }
}

/**
 * Runs one step and shows its progress: on a terminal in one line, with a spinner; elsewhere line by line.
 *
 * @param work gets a function that replaces the line of progress; returns the result in one line
 * Errors: `StepError`.
 */
export async function runStep(
  { title, ids = [] }: Pick<Step, 'title' | 'ids'>,
  work: (say: ReportText) => Promise<string>,
): Promise<StepResult> {
  const startedAt = performance.now();
  let result = '';
  const list = new Listr(
    {
      title,
      task: async (_context, task): Promise<void> => {
        let shown = '';
        result = await work((text) => {
          if (text !== shown) task.output = text;
          shown = text;
        }).catch(rethrowAsStopped);
        task.title = `${title} → ${result} (${getSecondsSince(startedAt).toFixed(1)} s)`;
      },
    },
    { fallbackRenderer: 'simple', registerSignalListeners: false },
  );
  try {
    await list.run();
  } catch (error) {
    throw new StepError(title, error);
  }
  return { title, ids, result, seconds: getSecondsSince(startedAt) };
}

/** Replaces the error of an aborted step: Ctrl-C does not print a failure. */
function rethrowAsStopped(error: unknown): never {
  throw error instanceof Error && error.name === 'AbortError' ? new Error('stopped', { cause: error }) : error;
}

function getSecondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
