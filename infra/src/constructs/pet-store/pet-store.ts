import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { type Deployment, type PersistentVolumeClaim, Pods, Protocol, Service, ServiceType } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import { petStoreClaim, petStoreDeployment } from './deployment.ts';
import type { PetStoreProps } from './options.ts';
import { type PetStorePlan, planPetStore, port } from './plan.ts';

/**
 * A store of pets in a namespace: one Pod, the Service that reaches it, and a volume if it is to keep its pets.
 *
 * Guarantees: passes Pod Security "restricted"; takes no port of a node unless one is set; every object has a name
 * that is known in advance.
 * Assumes: its namespace exists.
 * Throws: an option that cannot be is an error that says which and why.
 */
export class PetStore extends Construct {
  /** Name of the Deployment, the Service and the claim. */
  readonly name: string;
  readonly namespace: string;
  /** Where Pods of the cluster reach it: what the setting PETSTORE_ADDRESS of the Pet operator takes. */
  readonly address: string;
  readonly deployment: Deployment;
  readonly service: Service;
  /** Only of a store that keeps its pets. */
  readonly claim: PersistentVolumeClaim | undefined;

  constructor(scope: Construct, id: string, props: PetStoreProps = {}) {
    super(scope, id);
    const plan = planPetStore(props, Chart.of(this).namespace);
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.address = `${plan.name}.${plan.namespace}.svc.cluster.local:${port}`;
    this.claim = petStoreClaim(this, plan);
    this.deployment = petStoreDeployment(this, plan, this.claim);
    this.service = petStoreService(this, plan);
  }
}

function petStoreService(scope: Construct, { name, namespace, labels, selector, props }: PetStorePlan): Service {
  const { nodePort } = props;
  const service = new Service(scope, 'service', {
    metadata: { name, namespace, labels },
    type: nodePort === undefined ? ServiceType.CLUSTER_IP : ServiceType.NODE_PORT,
    selector: Pods.select(scope, 'pods', { labels: { ...selector } }),
    ports: [
      { name: 'grpc', port, targetPort: port, protocol: Protocol.TCP, ...(nodePort !== undefined && { nodePort }) },
    ],
  });
  ApiObject.of(service).addJsonPatch(JsonPatch.remove('/spec/externalIPs'));
  return service;
}
