import { type ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';

import { buildPetStore } from '../api-objects/pet-store.ts';
import { type PetStoreProps, petStorePropsGroup } from '../options/index.ts';
import { petStorePort, planPetStore } from '../plan/index.ts';
import { addObjects, collectOptionErrors } from './add-objects.ts';

/**
 * A pet store in a namespace: a Deployment of one Pod, a Service, and a volume if `data` is set.
 *
 * Guarantees: passes Pod Security "restricted"; opens a port on the nodes only if `nodePort` is set; the names of all
 * objects are known before the synth.
 * Assumes: its namespace exists.
 * The synth fails with all invalid props.
 */
export class PetStore extends Construct {
  /** Name of the Deployment, the Service and the claim. */
  readonly name: string;
  readonly namespace: string;
  /** Address of the store inside the cluster: a value for the setting PETSTORE_ADDRESS of the Pet operator. */
  readonly address: string;
  readonly deployment: ApiObject;
  readonly service: ApiObject;
  /** The PersistentVolumeClaim; `undefined` if the pets are stored in memory. */
  readonly claim: ApiObject | undefined;

  constructor(scope: Construct, id: string, props: PetStoreProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const plan = planPetStore(errors.validate(props, petStorePropsGroup), Chart.of(this).namespace);
    this.name = plan.name;
    this.namespace = plan.namespace;
    this.address = `${plan.name}.${plan.namespace}.svc.cluster.local:${petStorePort}`;
    const objects = addObjects(this, buildPetStore(plan, errors));
    this.claim = objects.get('claim');
    this.deployment = objects.get('deployment') as ApiObject;
    this.service = objects.get('service') as ApiObject;
    this.node.defaultChild = this.deployment;
  }
}
