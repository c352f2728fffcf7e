import type { ReportText, StepResult } from './step.ts';

/** What to run, and its name. */
interface Work {
  readonly title: string;
  /** @default - none */
  readonly ids?: readonly string[];
  readonly run: (say: ReportText) => Promise<string>;
}

/** A step that runs, or waits for the one before it. */
export interface BegunStep {
  readonly title: string;
  /** Reports its progress from now on; resolves at its end. */
  readonly follow: (say: ReportText) => Promise<StepResult>;
}

/** Begins to run the steps, one after the other. After a failure the others fail as well. */
export function beginSteps(works: readonly Work[]): readonly BegunStep[] {
  let before: Promise<unknown> = Promise.resolve();
  return works.map((work) => {
    const { step, ended } = beginStep(work, before);
    before = ended;
    return step;
  });
}

function beginStep({ title, ids = [], run }: Work, before: Promise<unknown>) {
  let last: string | undefined;
  let say: ReportText | undefined;
  const report = (text: string): void => {
    last = text;
    say?.(text);
  };
  const ended = before.then(async (): Promise<StepResult> => {
    const startedAt = performance.now();
    const result = await run(report);
    return { title, ids, result, seconds: (performance.now() - startedAt) / 1000 };
  });
  // It may fail before the demo shows it, or after another step has failed.
  ended.catch(() => undefined);
  const follow = (listener: ReportText): Promise<StepResult> => {
    say = listener;
    if (last !== undefined) listener(last);
    return ended;
  };
  return { step: { title, follow }, ended };
}
