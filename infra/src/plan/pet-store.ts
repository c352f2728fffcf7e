import type { Quantity } from '@kubewright/declaration';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import type { OperatorResources, PetStoreProps } from '../options/index.ts';
import { type CommonMetadata, buildRecommendedLabels, buildSelectorLabels } from './metadata.ts';
import { formatImageReference, getImageTag } from './pods.ts';

/** The port of the pet store in the upstream sample of the Pet operator. */
export const petStorePort = 6742;

/** The values that the objects of one store share. */
export interface PetStorePlan extends CommonMetadata {
  readonly namespace: string;
  readonly selector: Readonly<Record<string, string>>;
  readonly image: string;
  readonly props: PetStoreProps;
  /** Arguments of the command `petstore`. */
  readonly args: readonly string[];
  /** Size of the volume; `undefined` without a volume. */
  readonly size: Quantity | undefined;
  readonly resources: OperatorResources;
}

export function planPetStore(props: PetStoreProps, chartNamespace: string | undefined): PetStorePlan {
  const declaration = getKubewrightDeclaration();
  const name = props.name ?? 'petstore-service';
  const labels = { component: 'pet-store', instance: name };
  const recommended = buildRecommendedLabels(declaration, {
    ...labels,
    version: getImageTag(declaration, props.image),
  });
  return {
    name,
    namespace: props.namespace ?? chartNamespace ?? 'petstore',
    labels: { ...props.labels, ...recommended },
    annotations: props.annotations ?? {},
    selector: buildSelectorLabels(declaration, labels),
    image: formatImageReference(declaration, props.image),
    props,
    args: buildArgs(props),
    size: props.data && `${props.data.sizeGibibytes ?? 1}Gi`,
    resources: { cpuRequest: '10m', memoryRequest: '64Mi', memoryLimit: '256Mi', ...props.resources },
  };
}

/** The kubelet expands `$(BIND_ADDRESS)`. The data file is in the working directory, which is the volume. */
function buildArgs({ data, sampling }: PetStoreProps): string[] {
  return [
    'serve',
    ...['--address', `$(BIND_ADDRESS):${petStorePort}`],
    ...['--log-format', 'json'],
    ...(data === undefined ? [] : ['--data', 'pets.db']),
    ...(sampling === undefined ? [] : ['--sampling', String(sampling)]),
  ];
}
