import type { Environment } from '../environments/index.ts';

type Fitted = Omit<Environment, 'namespace' | 'name'>;

/**
 * Pure: the values without what is known to contradict, as most values chosen at random do: an environment that is refused has
 * no objects to learn from. What is left out here costs time, and nothing else.
 */
export function fitting(given: Fitted, either: boolean): Fitted {
  return [metrics, certificate, account, counts].reduce((values, fit) => fit(values, either), given);
}

function metrics(given: Fitted, either: boolean): Fitted {
  const { secure, plain, certificateSecret } = given.metrics ?? {};
  const isServed = secure === true || plain === true;
  const isTwice = secure === true && plain === true;
  const isLost = certificateSecret !== undefined && secure !== true;
  if (!isTwice && !isLost && (isServed || given.monitoring === undefined)) return given;
  const isSecure = certificateSecret !== undefined || (secure !== false && (either || plain === false));
  const { plain: _, ...others } = given.metrics ?? {};
  return {
    ...given,
    metrics: isSecure ? { ...others, secure: true } : { ...(secure === false && { secure }), plain: true },
  };
}

function certificate(given: Fitted, either: boolean): Fitted {
  const { namespaces, webhooks } = given;
  if (namespaces === undefined || webhooks === undefined || webhooks === false) return given;
  if (webhooks.certificate !== undefined) return given;
  if (either) return { ...given, webhooks: false };
  return { ...given, webhooks: { ...webhooks, certificate: { secret: 'kwwebhookcertificate' } } };
}

function account(given: Fitted): Fitted {
  const { create, name, annotations: _, ...others } = given.serviceAccount ?? {};
  if (create !== false) return given;
  return { ...given, serviceAccount: { ...others, create, name: name ?? 'kwaccount' } };
}

function counts(given: Fitted, either: boolean): Fitted {
  const { rollingUpdate: update = {}, podDisruptionBudget: budget = {}, ...others } = given;
  const { maxSurge = 1, maxUnavailable = 0 } = update;
  const more = either ? { maxSurge: '41%' as const } : { maxUnavailable: '42%' as const };
  const isFixed = [maxSurge, maxUnavailable].every((count) => count === 0);
  const isTwice = budget !== false && budget.minAvailable !== undefined && budget.maxUnavailable !== undefined;
  const one = either ? { minAvailable: '38%' as const } : { maxUnavailable: '37%' as const };
  return {
    ...others,
    ...(given.rollingUpdate && { rollingUpdate: isFixed ? { ...update, ...more } : update }),
    ...(given.podDisruptionBudget !== undefined && { podDisruptionBudget: isTwice ? one : budget }),
  };
}
