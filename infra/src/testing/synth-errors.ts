import { App, Chart, Testing } from 'cdk8s';
import type { Construct } from 'constructs';

/** Props of any type, because JavaScript, YAML and casts can pass any value. */
export type Props = unknown;

export type Make = (scope: Construct, props: Props) => unknown;

/**
 * The errors of the synth, each with the path of its construct. Throws if the synth does not fail with the first one.
 */
export function listSynthErrors(make: Make, props: Props): string[] {
  const app = new App({ outdir: 'unused' });
  make(new Chart(app, 'chart', { namespace: 'system' }), props);
  const errors = app.node
    .findAll()
    .flatMap((each) => each.node.validate().map((text) => `[${each.node.path}] ${text}`));
  if (errors[0] !== undefined) expectSynthError(app, errors[0]);
  return errors;
}

/** Throws if the synth does not fail with this error. */
function expectSynthError(app: App, expected: string): void {
  try {
    for (const chart of app.charts) Testing.synth(chart);
  } catch (error) {
    if (error instanceof Error && error.message.includes(expected)) return;
    throw error;
  }
  throw new Error(`the synth passes despite: ${expected}`);
}

/** A class that accepts any props. */
export const anyProps =
  (Class: new (scope: Construct, id: string, props: never) => unknown): Make =>
  (scope, props) =>
    new Class(scope, 'it', props as never);
