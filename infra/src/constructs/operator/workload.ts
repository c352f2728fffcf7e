import type {
  OperatorDisruptions,
  OperatorOptions,
  OperatorRollingUpdate,
  OperatorServiceAccount,
  PodCount,
} from '../../options/index.ts';
import { type Faults, OptionError } from '../checks/index.ts';

/** How the Pods of one installation run, with every default. */
export interface Workload {
  readonly replicas: number;
  readonly serviceAccount: Required<OperatorServiceAccount>;
  /** `undefined`: there is no PodDisruptionBudget. */
  readonly disruptions: OperatorDisruptions | undefined;
  readonly rollingUpdate: Required<OperatorRollingUpdate>;
}

export function planWorkload(options: OperatorOptions, { name, faults }: { name: string; faults: Faults }): Workload {
  return {
    replicas: options.replicas ?? 2,
    serviceAccount: faults.attempt(() => serviceAccount(options, name), { name, create: true, annotations: {} }),
    disruptions: faults.attempt(() => checkedDisruptions(options), undefined),
    rollingUpdate: faults.attempt(() => rollingUpdate(options), usualUpdate),
  };
}

function serviceAccount({ serviceAccount: given = {} }: OperatorOptions, name: string): Workload['serviceAccount'] {
  const { create = true, annotations = {} } = given;
  if (create) return { name: given.name ?? name, create, annotations };
  if (given.name === undefined) throw new OptionError('serviceAccount.name is missing: name the one that exists');
  if (given.annotations === undefined) return { name: given.name, create, annotations };
  throw new OptionError('serviceAccount.annotations is for one that is created: annotate the one that exists yourself');
}

function disruptions({ podDisruptionBudget: given = {} }: OperatorOptions): Workload['disruptions'] {
  if (given === false) return undefined;
  const { maxUnavailable, minAvailable } = given;
  if (minAvailable === undefined) return { maxUnavailable: maxUnavailable ?? 1 };
  if (maxUnavailable === undefined) return { minAvailable };
  throw new OptionError('podDisruptionBudget has maxUnavailable or minAvailable, but not both: leave out one of them');
}

/** Throws if no Pod could ever be evicted: the drain of its node would never end. */
function checkedDisruptions(options: OperatorOptions): Workload['disruptions'] {
  const given = disruptions(options);
  const { maxUnavailable, minAvailable } = given ?? {};
  const { replicas = 2 } = options;
  const keepsAll = minAvailable === '100%' || (typeof minAvailable === 'number' && minAvailable >= replicas);
  if (replicas > 0 && (isNone(maxUnavailable) || keepsAll)) {
    throw new OptionError(
      `podDisruptionBudget would forbid every eviction of the ${replicas} Pods, and no node with one could be drained: ` +
        'let one of them be missing, or set it to false',
    );
  }
  return given;
}

const isNone = (count: PodCount | undefined): boolean => count === 0 || count === '0%';

/** A new Pod is ready, with synced caches, before an old one is deleted. A version that never gets ready deletes none. */
const usualUpdate = { maxSurge: 1, maxUnavailable: 0 };

function rollingUpdate({ rollingUpdate: given = {} }: OperatorOptions): Workload['rollingUpdate'] {
  const { maxSurge, maxUnavailable } = { ...usualUpdate, ...given };
  if (!isNone(maxSurge) || !isNone(maxUnavailable)) return { maxSurge, maxUnavailable };
  throw new OptionError('rollingUpdate could replace no Pod: maxSurge or maxUnavailable must be more than 0');
}
