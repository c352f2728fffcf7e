import { isRecord } from '@kubewright/declaration';

import { deployed, keptAnnotations } from '../plan/index.ts';
import { clusterScopedResources, type OperatorDeclaration } from '../declaration/index.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { synthesized } from './synthesized.ts';
import { formerSwitches, renamedValues } from './values.ts';

/** Texts that the templates replace. Nothing else in an object has them. */
const placeholders = {
  namePlaceholder: 'name-of-the-installation',
  namespacePlaceholder: 'namespace-of-the-release',
  runbooksPlaceholder: 'https://folder-of-runbooks.invalid',
};

/** Values that are given as a whole: only Helm merges them. */
const whole = ['podSecurityContext', 'securityContext'];

/**
 * What the templates read besides the declaration and the values: defaults, the parts of objects that are the same in every
 * release, and names. The constructs make these parts.
 *
 * Throws with everything that is wrong with the declaration.
 */
export function chartData(declaration: OperatorDeclaration, values: string): object {
  const objects = objectsOf(declaration);
  const [defaults] = readYaml([values]) as [Readonly<Record<string, unknown>>];
  const isWhole = ([key]: readonly [string, unknown]): boolean => whole.includes(key);
  return {
    ...placeholders,
    defaults: defaultsOf(Object.fromEntries(Object.entries(defaults).filter((each) => !isWhole(each)))),
    wholeDefaults: Object.fromEntries(Object.entries(defaults).filter(isWhole)),
    renamed: renamedValues,
    switches: formerSwitches,
    keptAnnotations,
    clusterScoped: [...clusterScopedResources(declaration)],
    deployed,
    taken: Object.fromEntries(
      declaration.settings.map(({ env, name }) => [env, deployed[env] ?? `use settings.${name}`]),
    ),
    alerts: alertsIn(objects, declaration),
    rollbackGuard: objects
      .filter(({ metadata }) => metadata.name === `${declaration.name}-crd-rollback`)
      .map(({ kind, spec }) => ({ kind, spec })),
    removalGuard: removalGuardIn(objects),
  };
}

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** The objects of an installation with placeholders. */
function objectsOf(declaration: OperatorDeclaration): readonly Made[] {
  const { namePlaceholder: name, namespacePlaceholder: namespace, runbooksPlaceholder: runbooks } = placeholders;
  const environment = {
    ...{ name: 'chart', namespace, image: { repository: 'placeholder.invalid/image' } },
    ...{ metrics: { plain: true }, monitoring: { runbooks } },
  };
  const { faults, objects } = synthesized(withNeeded(declaration), { environment, name });
  if (faults.length > 0) throw new Error(`failed to make the chart of ${declaration.name}: ${faults.join('; ')}`);
  return objects as readonly Made[];
}

/** An operator that declares no setting for a name has a chart, too: its releases keep the operator's name. */
function withNeeded(declaration: OperatorDeclaration): OperatorDeclaration {
  const known = declaration.settings.map(({ env }) => env);
  const needed = ['LEASE_NAME', 'WEBHOOK_NAME', 'IN_USE_NAME', 'CONTROLLERS'].filter((env) => !known.includes(env));
  const settings = needed.map((env, index) => ({ name: `needed${index}`, env, type: 'string' as const }));
  return { ...declaration, settings: [...declaration.settings, ...settings] };
}

/** Without labels, too: one that is missing in the end was removed with null. */
function defaultsOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).filter(([key, value]) => value !== null && key !== 'labels');
  return Object.fromEntries(entries.map(([key, value]) => [key, isRecord(value) ? defaultsOf(value) : value]));
}

/** The PrometheusRules. That of a controller has its name, and is there if the controller runs. */
function alertsIn(objects: readonly Made[], { controllers }: OperatorDeclaration): readonly object[] {
  const rules = objects.filter(({ kind }) => kind === 'PrometheusRule');
  return rules.map(({ metadata, spec = {} }) => {
    const name = metadata.name.slice(placeholders.namePlaceholder.length + 1);
    return {
      name,
      ...(controllers.some((each) => each.name === name) && { controllers: [name] }),
      groups: spec['groups'],
    };
  });
}

/** What the policy says, without what it matches. */
function removalGuardIn(objects: readonly Made[]): object {
  const name = `${placeholders.namePlaceholder}-removal`;
  const policy = objects.find(({ kind, metadata }) => kind === 'ValidatingAdmissionPolicy' && metadata.name === name);
  const { matchConditions, variables, validations } = policy?.spec ?? {};
  return { matchConditions, variables, validations };
}
