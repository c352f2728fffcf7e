/**
 * A Lua script that gives an Application of Argo CD the health that Argo CD itself has found for it. Argo CD computes the
 * health of each Application, but not as that of an object in another one: without this script no sync wave waits for an
 * Application.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#argocd-app
 */
export const applicationHealthLua = `-- Health of an Application: what Argo CD has found for it.
local found = (obj.status or {}).health or {}
return { status = found.status or "Progressing", message = found.message or "" }
`;

/** The key of the script in `argocd-cm`. */
export const applicationHealthKey = 'resource.customizations.health.argoproj.io_Application';
