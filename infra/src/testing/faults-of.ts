import { App, Chart, Testing } from 'cdk8s';
import type { Construct } from 'constructs';
import { expect } from 'vitest';

/** What JavaScript, YAML and a cast can pass. */
export type Props = unknown;

export type Make = (scope: Construct, props: Props) => unknown;

/** The faults of the synth, by the path of the construct. */
export function faultsOf(make: Make, props: Props): string[] {
  const app = new App({ outdir: 'unused' });
  make(new Chart(app, 'chart', { namespace: 'system' }), props);
  const faults = app.node
    .findAll()
    .flatMap((each) => each.node.validate().map((text) => `[${each.node.path}] ${text}`));
  const synth = (): void => {
    for (const chart of app.charts) Testing.synth(chart);
  };
  if (faults.length > 0) expect(synth).toThrow(faults[0]);
  return faults;
}

/** A class that takes any props. */
export const anyProps =
  (Class: new (scope: Construct, id: string, props: never) => unknown): Make =>
  (scope, props) =>
    new Class(scope, 'it', props as never);
