import { writeYaml } from '@kubewright/declaration';

import { readManifests } from '../../test/support/manifests.ts';
import type { StepContext, Step } from './step.ts';

/** Applies the committed samples of these kinds with the pinned kubectl, as a person would. */
export function samplesApplied(kinds: readonly string[]): Step {
  return {
    title: `kubectl apply the samples: ${kinds.join(', ')}`,
    async run({ cluster }: StepContext): Promise<string> {
      const samples = readManifests('embedded', 'samples').filter(({ kind }) => kinds.includes(kind));
      if (samples.length === 0) throw new Error(`infra/manifests/embedded/samples has no ${kinds.join(' and no ')}`);
      const input = writeYaml(...samples);
      await cluster.controlPlane.kubectl(['apply', '--server-side', '-f', '-'], { input });
      return samples.map(({ metadata }) => metadata.name).join(', ');
    },
  };
}
