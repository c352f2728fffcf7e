import { Listr } from 'listr2';

import type { BegunStep } from './begin-steps.ts';
import type { StepResult } from './step.ts';

export class StepError extends Error {
  override readonly name = 'StepFailed';
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.title = title;
  }
}

/**
 * Shows the progress of a step until its end: on a terminal in one line, with a spinner; elsewhere line by line.
 *
 * Errors: `StepError`.
 */
export async function showStep({ title, follow }: BegunStep): Promise<StepResult> {
  let ended: StepResult | undefined;
  const list = new Listr(
    {
      title,
      task: async (_context, task): Promise<void> => {
        let shown = '';
        ended = await follow((text) => {
          if (text !== shown) task.output = text;
          shown = text;
        }).catch(rethrowAsStopped);
        task.title = `${title} → ${ended.result} (${ended.seconds.toFixed(1)} s)`;
      },
    },
    { fallbackRenderer: 'simple', registerSignalListeners: false },
  );
  try {
    await list.run();
  } catch (error) {
    throw new StepError(title, error);
  }
  if (ended === undefined) throw new StepError(title, 'the step returned no result');
  return ended;
}

/** Replaces the error of an aborted step: Ctrl-C does not print a failure. */
function rethrowAsStopped(error: unknown): never {
  throw error instanceof Error && error.name === 'AbortError' ? new Error('stopped', { cause: error }) : error;
}
