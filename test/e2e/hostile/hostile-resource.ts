import { formatApiVersion } from '../../../operator/runtime/src/base/index.ts';
import type { Attack } from './attack.ts';
import { buildMetadataAttacks, type StandingOwner } from './metadata-attacks.ts';
import { buildRandomAttacks } from './random-attacks.ts';
import { buildSpecAttacks } from './spec-attacks.ts';
import type { Victim } from './victim.ts';

export interface HostileResource {
  readonly victim: Victim;
  readonly attack: Attack;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The name prefix of objects that ask for more Pods than a cluster can run; `without-giants.ts` blocks these Pods. */
export const giant = 'giant-';

const randomCount = 30;

/** All attacks on a kind, the same in each run. */
export function buildHostileResources(victim: Victim, owner: StandingOwner): readonly HostileResource[] {
  const attacks = [
    ...buildSpecAttacks(victim),
    ...buildMetadataAttacks(owner, victim.api.plural.charAt(0)),
    ...buildRandomAttacks(victim, randomCount),
  ];
  return attacks.map((attack, index) => ({ victim, attack, body: buildBody(victim, attack, index) }));
}

function buildBody({ api, spec }: Victim, { metadata, parts }: Attack, index: number): HostileResource['body'] {
  const name = `${api.plural}-${String(index).padStart(4, '0')}`;
  const whole = { apiVersion: formatApiVersion(api), kind: api.kind, spec, ...parts };
  const size = isGiant(api, whole.spec) ? giant : '';
  return { metadata: { name: size + name, ...metadata }, ...whole };
}

/** Whether an object asks for more than 10 replicas. */
function isGiant({ crd }: Victim['api'], spec: unknown): boolean {
  const field = crd.spec.versions[0]?.subresources.scale?.specReplicasPath.split('.').at(-1);
  const asked = field === undefined ? undefined : (spec as Record<string, unknown> | null)?.[field];
  return asked !== undefined && Number(JSON.stringify(asked)) > 10;
}
