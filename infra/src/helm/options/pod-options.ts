import { mergePatch, restrictedContainer, restrictedPod } from '../../constructs/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { at, type Expression, given, goText, valueAt } from '../template/expression.ts';
import { also, deciding, entries, listed, type Option, shown } from './option.ts';

/** The values about the image, the Pods, and who they are. */
export function podOptions(declaration: OperatorDeclaration): readonly Option[] {
  return [...imageOptions(), ...placeOptions(), ...containerOptions(declaration), ...workloadOptions()];
}

function imageOptions(): readonly Option[] {
  // Longer than the value of a label, so that it shows where it is shortened.
  const tag = `kwtag${'x'.repeat(57)}-yz`;
  return [
    shown('image.repository', ['kw.example/repository']),
    also(shown('image.tag', [tag]), {
      placeholders: [{ expression: at('image.tagAsLabel'), mode: 'text', isUnique: true }],
    }),
    shown('image.digest', [`sha256:${'ab12'.repeat(16)}`]),
    listed('image.pullPolicy', ['Always', 'Never', 'IfNotPresent']),
    shown('image.pullSecrets', [['kwpullsecret']], { mode: 'each' }),
    quantity('cpuRequest', '101m'),
    quantity('cpuLimit', '3001m'),
    quantity('memoryRequest', '101Mi'),
    quantity('memoryLimit', '3001Mi'),
  ];
}

/** A number is a quantity, too, and shows as a string. */
function quantity(name: string, sample: string): Option {
  const path = `resources.${name}`;
  const as: Expression = {
    go: `(ternary $v.${path} (toJson $v.${path}) (kindIs "string" $v.${path}))`,
    of(view) {
      const value = valueAt(view, path);
      return typeof value === 'number' ? String(value) : value;
    },
  };
  return shown(path, [sample], { mode: 'exact', as });
}

function placeOptions(): readonly Option[] {
  const whole = { mode: 'exact' } as const;
  const preferred = { weight: 7, preference: { matchExpressions: [{ key: 'kwaffinity', operator: 'Exists' }] } };
  const spread = { maxSkew: 3, topologyKey: 'kwtopology', whenUnsatisfiable: 'DoNotSchedule' };
  return [
    entries('pod.labels', { kwpodlabel: 'kwpodlabel' }, 1),
    shown('pod.annotations', [{ kwpodannotation: 'a' }], whole),
    shown('pod.nodeSelector', [{ kwnode: 'a' }], whole),
    shown('pod.tolerations', [[{ key: 'kwtoleration', operator: 'Exists' }]], whole),
    shown('pod.affinity', [{ nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [preferred] } }], whole),
    shown('pod.priorityClassName', ['kwpriority']),
    shown('pod.topologySpreadConstraints', [[spread], []], whole),
  ];
}

function containerOptions({ name }: OperatorDeclaration): readonly Option[] {
  return [
    shown('pod.env', [[{ name: 'KW_VARIABLE', value: 'kwvariable' }]], { mode: 'items' }),
    shown('pod.args', [['--kwargument']], { mode: 'exact' }),
    volumes(),
    { ...shown('pod.volumeMounts', [], { mode: 'items' }), features: [given('pod.volumeMounts')] },
    patched(name, 'pod.securityContext', restrictedPod),
    patched(name, 'pod.containerSecurityContext', restrictedContainer),
  ];
}

/** Mounts are of volumes that are there: what else is wrong with them depends on names, which samples cannot show. */
function volumes(): Option {
  const volumes = [{ name: 'kwvolume', emptyDir: {} }];
  const mounted = { 'pod.volumes': volumes, 'pod.volumeMounts': [{ name: 'kwvolume', mountPath: '/kwmount' }] };
  return also(shown('pod.volumes', [volumes], { mode: 'items' }), { samples: [mounted] });
}

/** A map that is merged into ours. `null` removes a field. */
function patched(operator: string, path: string, ours: object): Option {
  const onto = `(fromJson ${goText(JSON.stringify(ours))})`;
  const as: Expression = {
    go: `(include ${goText(`${operator}.merged`)} (dict "onto" ${onto} "patch" $v.${path}) | fromJson)`,
    of(view) {
      const patch = valueAt(view, path);
      return patch === undefined ? undefined : mergePatch(ours, patch as object);
    },
  };
  const samples = [{ runAsUser: 7003 }, { runAsNonRoot: false, seccompProfile: null }];
  return shown(path, samples, { mode: 'exact', as });
}

function workloadOptions(): readonly Option[] {
  return [
    shown('replicas', [4711]),
    shown('serviceAccount.name', ['kwaccount']),
    deciding('serviceAccount.create', [false, true]),
    entries('serviceAccount.annotations', { kwaccountannotation: 'a' }, 3),
    deciding('rbac', [false, true]),
    deciding('ipFamily', ['IPv4', 'any']),
    shown('podDisruptionBudget.maxUnavailable', ['37%'], { mode: 'exact' }),
    shown('podDisruptionBudget.minAvailable', ['38%'], { mode: 'exact' }),
    atLeastOne('rollingUpdate.maxSurge', '41%'),
    atLeastOne('rollingUpdate.maxUnavailable', '42%'),
  ];
}

/** A count that may not be nothing everywhere. */
function atLeastOne(path: string, sample: string): Option {
  const isNone = {
    go: `(has (toString $v.${path}) (list "0" "0%"))`,
    of: (view: Parameters<Expression['of']>[0]): boolean => ['0', '0%'].includes(String(valueAt(view, path))),
  };
  return also(shown(path, [sample, 0], { mode: 'exact', isUnique: false }), { features: [isNone] });
}
