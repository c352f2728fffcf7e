import { OperatorRelease } from '@kubewright/infra/pulumi';

import { registered } from '../../../infra/src/pulumi/testing/index.ts';
import type { Way } from './way.ts';

/** The inputs of the resources that `pulumi up` registers for a release. */
export const pulumi: Way = {
  name: 'Pulumi',
  async objects(environment, declaration) {
    const samples = declaration === undefined && environment.samples !== false;
    const args = { environment, samples, ...(declaration && { declaration }) };
    const resources = await registered(() => new OperatorRelease('kubewright', args));
    return resources.filter(({ custom }) => custom).map(({ inputs }) => inputs);
  },
  additions: [
    {
      what: 'adds annotations `pulumi.com/…`, which control waiting and deletion',
      where: /\.metadata\.annotations\[pulumi\.com\//,
    },
  ],
};
