import type { Environment, OperatorMetrics } from '@kubewright/infra';

type FittedOptions = Omit<Environment, 'namespace' | 'name'>;

/**
 * Removes known contradictions, which most random values contain, because a rejected environment has no objects to
 * compare.
 */
export function fitOptions(given: FittedOptions, either: boolean): FittedOptions {
  return [fitMetrics, fitCertificate, fitGuard, fitAccount, update, fitBudget].reduce(
    (values, fit) => fit(values, either),
    given,
  );
}

function fitMetrics(given: FittedOptions, either: boolean): FittedOptions {
  const { metrics = {}, monitoring } = given;
  return isServable(metrics, monitoring !== undefined)
    ? given
    : { ...given, metrics: fitServedMetrics(metrics, either) };
}

function isServable({ secure, plain, certificateSecret }: OperatorMetrics, isNeeded: boolean): boolean {
  if (secure === true) return plain !== true;
  return certificateSecret === undefined && (plain === true || !isNeeded);
}

function fitServedMetrics({ secure, plain, ...others }: OperatorMetrics, either: boolean): OperatorMetrics {
  const isSecure = others.certificateSecret !== undefined || (secure !== false && (either || plain === false));
  if (isSecure) return { ...others, secure: true };
  return secure === false ? { secure, plain: true } : { plain: true };
}

function fitCertificate(given: FittedOptions, either: boolean): FittedOptions {
  const { namespaces, webhooks } = given;
  if (namespaces === undefined || webhooks === undefined || webhooks === false) return given;
  if (webhooks.certificate !== undefined) return given;
  if (either) return { ...given, webhooks: false };
  return { ...given, webhooks: { ...webhooks, certificate: { secret: 'kwwebhookcertificate' } } };
}

function fitGuard(given: FittedOptions, either: boolean): FittedOptions {
  const { crds, namespaces, removalGuard } = given;
  const isOpen = crds === 'skip' && namespaces !== undefined && removalGuard === undefined;
  return isOpen ? { ...given, removalGuard: either } : given;
}

function fitAccount(given: FittedOptions): FittedOptions {
  const { create, name, annotations: _, ...others } = given.serviceAccount ?? {};
  if (create !== false) return given;
  return { ...given, serviceAccount: { ...others, create, name: name ?? 'kwaccount' } };
}

function update(given: FittedOptions, either: boolean): FittedOptions {
  if (given.rollingUpdate === undefined) return given;
  const { maxSurge = 1, maxUnavailable = 0 } = given.rollingUpdate;
  if (maxSurge !== 0 || maxUnavailable !== 0) return given;
  const more = either ? ({ maxSurge: '41%' } as const) : ({ maxUnavailable: '42%' } as const);
  return { ...given, rollingUpdate: { ...given.rollingUpdate, ...more } };
}

function fitBudget(given: FittedOptions, either: boolean): FittedOptions {
  const { podDisruptionBudget: budget = false } = given;
  if (budget === false || budget.minAvailable === undefined || budget.maxUnavailable === undefined) return given;
  return { ...given, podDisruptionBudget: either ? { minAvailable: '38%' } : { maxUnavailable: '37%' } };
}
