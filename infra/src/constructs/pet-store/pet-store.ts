import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { type PetStoreProps, petStorePropsGroup } from '../../options/index.ts';

import { metadataOf } from '../metadata.ts';
import { Faults } from '../checks/index.ts';
import { petStoreClaim, petStoreDeployment } from './deployment.ts';
import { type PetStorePlan, planPetStore, port } from './plan.ts';

/**
 * A pet store in a namespace: a Deployment of one Pod, a Service, and a volume if `data` is set.
 *
 * Guarantees: passes Pod Security "restricted"; opens a port on the nodes only if `nodePort` is set; the name of every
 * object is known before the synth.
 * Assumes: its namespace exists.
 * The synth fails with everything that is wrong with the props.
 */
export class PetStore extends Construct {
  /** Name of the Deployment, the Service and the claim. */
  readonly name: string;
  readonly namespace: string;
  /** The address of the store for Pods of the cluster: a value for the setting PETSTORE_ADDRESS of the Pet operator. */
  readonly address: string;
  readonly deployment: ApiObject;
  readonly service: ApiObject;
  /** `undefined` if the pets are kept in memory. */
  readonly claim: ApiObject | undefined;

  constructor(scope: Construct, id: string, props: PetStoreProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const plan = planPetStore(faults.checked(props, petStorePropsGroup), Chart.of(this).namespace);
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.address = `${plan.name}.${plan.namespace}.svc.cluster.local:${port}`;
    this.claim = petStoreClaim(this, plan);
    this.deployment = petStoreDeployment(this, plan, faults);
    this.service = petStoreService(this, plan);
    this.node.defaultChild = this.deployment;
  }
}

function petStoreService(scope: Construct, plan: PetStorePlan): ApiObject {
  const { selector, props } = plan;
  const { nodePort } = props;
  return new ApiObject(scope, 'service', {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadataOf(plan),
    spec: {
      type: nodePort === undefined ? 'ClusterIP' : 'NodePort',
      selector,
      ports: [{ name: 'grpc', port, targetPort: port, protocol: 'TCP', ...(nodePort !== undefined && { nodePort }) }],
    },
  });
}
