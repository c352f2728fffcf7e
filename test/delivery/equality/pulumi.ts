import { OperatorRelease } from '@kubewright/infra/pulumi';

import { runWithMocks } from '../../../infra/src/pulumi/testing/run-with-mocks.ts';
import type { DeliveryMethod } from './delivery-method.ts';

/** Compares the inputs of the resources that `pulumi up` registers for a release. */
export const pulumi: DeliveryMethod = {
  name: 'Pulumi',
  async objects(environment, declaration) {
    const samples = declaration === undefined && environment.samples !== false;
    const args = { environment, samples, ...(declaration && { declaration }) };
    const resources = await runWithMocks(() => new OperatorRelease('kubewright', args));
    return resources.filter(({ custom }) => custom).map(({ inputs }) => inputs);
  },
  additions: [
    {
      what: 'adds annotations `pulumi.com/…`, which control waiting and deletion',
      where: /\.metadata\.annotations\[pulumi\.com\//,
    },
  ],
};
