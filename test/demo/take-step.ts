import { Listr } from 'listr2';

import type { Step, StepResult } from './stage.ts';

/** A step that failed. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly title: string;

  constructor(title: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.title = title;
  }
}

/**
 * Takes one step and shows it live: on a terminal in place, with a spinner and what is going on; elsewhere line by line.
 *
 * @param act gets a function that replaces the line of what is going on; returns what came of it
 * Errors: `StepFailed`.
 */
export async function takeStep(
  { title, ids = [] }: Pick<Step, 'title' | 'ids'>,
  act: (say: (text: string) => void) => Promise<string>,
): Promise<StepResult> {
  const startedAt = performance.now();
  let result = '';
  const list = new Listr(
    {
      title,
      task: async (_context, task): Promise<void> => {
        let shown = '';
        result = await act((text) => {
          if (text !== shown) task.output = text;
          shown = text;
        }).catch(toldPlainly);
        task.title = `${title} → ${result} (${secondsSince(startedAt).toFixed(1)} s)`;
      },
    },
    { fallbackRenderer: 'simple', registerSignalListeners: false },
  );
  try {
    await list.run();
  } catch (error) {
    throw new StepFailed(title, error);
  }
  return { title, ids, result, seconds: secondsSince(startedAt) };
}

/** A step that is stopped, as by Ctrl-C, has not failed at anything. */
function toldPlainly(error: unknown): never {
  throw error instanceof Error && error.name === 'AbortError' ? new Error('stopped', { cause: error }) : error;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
