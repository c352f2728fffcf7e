import { runtime } from '@pulumi/pulumi';
import { describe, expect, it } from 'vitest';

import type { OperatorRelease } from './pulumi/index.ts';
import { registered, valueOf } from './pulumi/testing/index.ts';

type Exports = Pick<OperatorRelease, 'namespace' | 'deployment'>;

describe('the Pulumi program', () => {
  it("deploys the stack's environment and samples, and exports namespace and Deployment", async () => {
    runtime.setAllConfig({ 'project:environment': 'dev', 'project:samples': 'true' });
    let exported: Exports | undefined;
    const resources = await registered(async () => {
      exported = await import('./program.ts');
    });
    expect(resources.map(({ inputs }) => inputs.kind)).toEqual(
      expect.arrayContaining(['CustomResourceDefinition', 'Deployment', 'WebServer']),
    );
    expect(await valueOf(exported!.namespace)).toBe('kubewright-system');
    expect(await valueOf(exported!.deployment)).toBe('kubewright');
  });
});
