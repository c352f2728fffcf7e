import { kubewrightDeclaration } from '../../declaration/index.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { imageReference, imageTag } from '../operator/image.ts';
import type { OperatorResources } from '../operator/index.ts';
import type { PetStoreData, PetStoreProps } from './options.ts';

/** The port of the original store. */
export const port = 6742;

/** The values that the objects of one store share, computed from the props. */
export interface PetStorePlan {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: Readonly<Record<string, string>>;
  readonly image: string;
  readonly props: PetStoreProps;
  /** The arguments of the command `petstore`. */
  readonly args: readonly string[];
  readonly data: Required<Pick<PetStoreData, 'sizeGibibytes'>> | undefined;
  readonly resources: OperatorResources;
}

/** Pure: computes the plan from the props. Throws if an option is invalid. */
export function planPetStore(props: PetStoreProps, chartNamespace: string | undefined): PetStorePlan {
  const declaration = kubewrightDeclaration();
  const name = checkedName(props.name ?? 'petstore-service');
  const labels = { component: 'pet-store', instance: name };
  return {
    name,
    namespace: props.namespace ?? chartNamespace ?? 'petstore',
    labels: recommendedLabels(declaration, { ...labels, version: imageTag(declaration, props.image) }),
    selector: selectorLabels(declaration, labels),
    image: imageReference(declaration, props.image),
    props,
    args: argsFor(props),
    data: props.data && { sizeGibibytes: checkedSize(props.data.sizeGibibytes) },
    resources: { cpuRequest: '10m', memoryRequest: '64Mi', memoryLimit: '256Mi', ...props.resources },
  };
}

/** The kubelet expands `$(BIND_ADDRESS)`. The file is in the working directory, which is on the volume. */
function argsFor({ data, sampling }: PetStoreProps): string[] {
  return [
    'serve',
    ...['--address', `$(BIND_ADDRESS):${port}`],
    ...['--log-format', 'json'],
    ...(data === undefined ? [] : ['--data', 'pets.db']),
    ...(sampling === undefined ? [] : ['--sampling', checkedSampling(sampling)]),
  ];
}

function checkedName(name: string): string {
  if (/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new Error(
    `name ${JSON.stringify(name)} must be a DNS label of at most 63 characters that starts with a letter`,
  );
}

function checkedSize(gibibytes = 1): number {
  if (Number.isSafeInteger(gibibytes) && gibibytes > 0) return gibibytes;
  throw new Error(`data.sizeGibibytes must be a whole number of at least 1, but is ${gibibytes}`);
}

function checkedSampling(sampling: 'never' | 'always' | number): string {
  if (typeof sampling !== 'number' || (sampling > 0 && sampling <= 1)) return String(sampling);
  throw new Error(`sampling must be more than 0 and at most 1, but is ${sampling}`);
}
