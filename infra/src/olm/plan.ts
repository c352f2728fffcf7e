import { clusterScopedResources, kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { faultsOf } from '../options/index.ts';
import { installModes } from './install-modes.ts';
import type { OlmBundleOptions, OlmInstallMode } from './options.ts';
import { bundleShape } from './shape.ts';

/** The values that the files of one bundle share. */
export interface BundlePlan {
  readonly options: OlmBundleOptions;
  /** With the kinds and webhooks of the controllers that run, and no others. */
  readonly declaration: OperatorDeclaration;
  /** Name of the ClusterServiceVersion. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];
  readonly installModes: readonly OlmInstallMode[];
  /** Whether API servers ask the operator about writes, or about conversions. */
  readonly servesWebhooks: boolean;
}

/** Computes the plan. Throws if the options are wrong, with everything that is. */
export function planBundle(options: OlmBundleOptions): BundlePlan {
  const texts = faultsOf(bundleShape, options).map(({ text }) => text);
  if (texts.length > 0) throw new Error(`failed to make an OLM bundle: ${texts.join('; ')}`);
  const { environment, channels = ['alpha'] } = options;
  if (environment.namespaces !== undefined) {
    throw new Error('failed to make an OLM bundle: leave out environment.namespaces: an OperatorGroup has them');
  }
  const whole = options.declaration ?? kubewrightDeclaration();
  const { declaration, servesWebhooks } = limitedTo(environment.controllers, whole);
  const { package: name = whole.name, version = whole.version } = options;
  return {
    ...{ options, declaration, version, channels, package: name },
    name: `${name}.v${version}`,
    installModes: installModes(declaration, options.installModes),
    servesWebhooks: servesWebhooks && environment.webhooks !== false,
  };
}

type Limited = Pick<BundlePlan, 'declaration' | 'servesWebhooks'>;

/** The declaration with what the controllers need that run. */
function limitedTo(controllers: readonly string[] | undefined, declaration: OperatorDeclaration): Limited {
  const running = declaration.controllers.filter(({ name }) => controllers?.includes(name) ?? true);
  const isOwn = (kind: Kind): boolean => declaration.apis.some((api) => isSame(api, kind));
  const isServed = (kind: Kind): boolean => running.some((controller) => isSame(controller.for, kind));
  const apis = declaration.apis.filter(isServed);
  const { webhooks = [] } = declaration;
  const asked = webhooks.filter((webhook) => !isOwn(webhook.for) || isServed(webhook.for));
  const servesWebhooks = asked.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
  // An operator that declares webhooks and serves none has to know that.
  const kept = asked.length > 0 ? asked : webhooks;
  const policies = declaration.policies?.filter((policy) => !isOwn(policy.for) || isServed(policy.for));
  const limited = { ...(kept.length > 0 && { webhooks: kept }), ...(policies && { policies }) };
  // Also of kinds that are read, and served by a controller that does not run.
  const clusterScoped = [...clusterScopedResources(declaration)];
  return { declaration: { ...declaration, apis, clusterScoped, ...limited }, servesWebhooks };
}

interface Kind {
  readonly group: string;
  readonly kind: string;
}

function isSame(one: Kind, other: Kind): boolean {
  return one.group === other.group && one.kind === other.kind;
}
