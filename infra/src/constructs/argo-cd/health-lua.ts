import type { DeclaredKind } from '../../declaration/index.ts';

/**
 * A Lua script that computes the health of a resource from the conditions that kstatus reads. (Argo CD itself reads no
 * conditions of custom resources.)
 *
 * Argo CD runs the script as Lua 5.1 without the libraries `string` and `math`, for at most a second. It does not run
 * the script for a terminating resource: that is Progressing.
 */
export function healthLua({ group, kind }: Pick<DeclaredKind, 'group' | 'kind'>): string {
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
  return { status = "Progressing", message = "The operator has not said yet whether it is ready." }
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
