import type { DeclaredApi, DeclaredKind, OperatorDeclaration } from '../declaration/index.ts';
import { getCrd } from '../plan/index.ts';

/**
 * A Lua script that computes the health of a custom resource from its kstatus conditions, which Argo CD does not read
 * by itself.
 *
 * Argo CD runs the script as Lua 5.1 without the libraries `string` and `math`, for at most a second. It does not run
 * the script for terminating objects, which are always Progressing.
 */
export function renderHealthLua({ group, kind }: Pick<DeclaredKind, 'group' | 'kind'>): string {
  return `-- Health of ${kind} (${group}) from Ready, Reconciling and Stalled.
local generation = obj.metadata.generation or 0
local status = obj.status or {}
local conditions = {}
for _, condition in ipairs(status.conditions or {}) do
  conditions[condition.type] = condition
end
local ready, reconciling, stalled = conditions.Ready, conditions.Reconciling, conditions.Stalled

local function isOld(part)
  return part ~= nil and (part.observedGeneration or generation) < generation
end
local function holds(condition)
  return condition ~= nil and condition.status == "True"
end
local function health(name, condition)
  return { status = name, message = condition.message or condition.reason or "" }
end

if isOld(status) or isOld(ready) or isOld(reconciling) or isOld(stalled) then
  return { status = "Progressing", message = "The operator has not seen the latest change yet." }
end
if holds(stalled) then
  return health("Degraded", stalled)
end
if holds(reconciling) then
  return health("Progressing", reconciling)
end
if ready == nil then
  return { status = "Progressing", message = "The operator has not reported yet whether it is ready." }
end
if not holds(ready) then
  return health("Progressing", ready)
end
if ready.reason == "Suspended" then
  return health("Suspended", ready)
end
return health("Healthy", ready)
`;
}

/**
 * Health checks for the kinds of an operator, in Lua, by key in `argocd-cm`. In Argo CD's Helm chart, the keys are
 * values under `configs.cm`.
 *
 * A kind without conditions in its status gets no check, so Argo CD shows no health for it.
 *
 * Throws if the declaration contains only the path of a CRD: read it with `loadDeclaration`.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/
 */
export function renderArgoCdHealthChecks({
  apis,
}: Pick<OperatorDeclaration, 'apis'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    apis
      .filter(hasConditions)
      .map((api) => [`resource.customizations.health.${api.group}_${api.kind}`, renderHealthLua(api)]),
  );
}

/** The part of a CRD that shows whether its status has conditions. */
interface Versions {
  readonly versions?: readonly { readonly name: string; readonly schema?: { readonly openAPIV3Schema?: Schema } }[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

function hasConditions(api: DeclaredApi): boolean {
  const { versions }: Versions = getCrd(api).spec;
  const schema = versions?.find(({ name }) => name === api.version)?.schema?.openAPIV3Schema;
  return schema?.properties?.['status']?.properties?.['conditions'] !== undefined;
}

/**
 * A Lua script that copies the health of an Application from its status. Argo CD computes this health, but does not use
 * it when the Application is an object of another one: without the script, sync waves do not wait for Applications.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#argocd-app
 */
export const applicationHealthLua = `-- Health of an Application, as Argo CD computed it.
local found = (obj.status or {}).health or {}
return { status = found.status or "Progressing", message = found.message or "" }
`;

/** Key of the script in `argocd-cm`. */
export const applicationHealthKey = 'resource.customizations.health.argoproj.io_Application';
