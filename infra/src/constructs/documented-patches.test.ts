import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { production } from '../environments/environments.ts';
import { getObject, synthOperatorChart } from '../testing/synth-objects.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/** Builds the operator's Deployment in an environment with the YAML of a page. */
function synthDocumentedDeployment(page: string): unknown {
  const text = readFileSync(path.resolve(__dirname, '../../docs', page), 'utf8');
  const [block = ''] = [...text.matchAll(/^```yaml\n(patches:\n.*?)^```$/gms)].map(([, yaml = '']) => yaml);
  const environment = { ...production, ...(readYaml([block])[0] as Partial<Environment>) };
  return getObject('Deployment', synthOperatorChart(environment))['spec'];
}

describe('the patches in the docs', () => {
  it('change fields of the Deployment that no option sets', () => {
    expect(synthDocumentedDeployment('customize.md')).toMatchObject({
      revisionHistoryLimit: 2,
      strategy: { type: 'Recreate' },
      template: {
        spec: {
          runtimeClassName: 'gvisor',
          containers: [{ resources: { limits: { 'ephemeral-storage': '1Gi' } } }, { name: 'proxy' }],
        },
      },
    });
  });

  it('of the host network change the Deployment and its ports', () => {
    expect(synthDocumentedDeployment('webhooks.md')).toMatchObject({
      template: {
        spec: {
          hostNetwork: true,
          containers: [
            { ports: expect.arrayContaining([expect.objectContaining({ containerPort: 10260 })]) as unknown },
          ],
        },
      },
    });
  });
});
