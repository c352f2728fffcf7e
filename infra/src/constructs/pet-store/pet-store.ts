import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import { type Deployment, type PersistentVolumeClaim, Pods, Protocol, Service, ServiceType } from 'cdk8s-plus-28';
import { Construct } from 'constructs';

import { petStoreClaim, petStoreDeployment } from './deployment.ts';
import type { PetStoreProps } from './options.ts';
import { type PetStorePlan, planPetStore, port } from './plan.ts';

/**
 * A pet store in a namespace: a Deployment of one Pod, a Service, and a volume if `data` is set.
 *
 * Guarantees: passes Pod Security "restricted"; opens a port on the nodes only if `nodePort` is set; the name of every
 * object is known before the synth.
 * Assumes: its namespace exists.
 * Throws if an option is invalid; the message names the option.
 */
export class PetStore extends Construct {
  /** Name of the Deployment, the Service and the claim. */
  readonly name: string;
  readonly namespace: string;
  /** The address of the store for Pods of the cluster: a value for the setting PETSTORE_ADDRESS of the Pet operator. */
  readonly address: string;
  readonly deployment: Deployment;
  readonly service: Service;
  /** `undefined` if the pets are kept in memory. */
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
