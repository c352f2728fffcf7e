import type { OperatorDeclaration } from '../../declaration/index.ts';
import { bare } from './fault.ts';
import type { TemplateItem, TemplateList } from '../template/node.ts';
import { goOf, mapOf } from './go.ts';

/**
 * Pure: what `helm uninstall` does first; `undefined` if nothing guards the operator. It deletes the LimitRange that says what
 * needs the operator, which the guard refuses: then Helm prints why, and has deleted nothing else.
 */
export function removalTemplate({ name }: OperatorDeclaration, objects: TemplateList): string | undefined {
  const inUse = objects.items.find((item) => kindOf(item) === 'LimitRange');
  if (inUse?.when === undefined) return undefined;
  return `{{- $v := include "${name}.view" . | fromJson }}
{{- if ${bare(inUse.when.go)} }}
apiVersion: v1
kind: LimitRange
metadata:
  name: {{ print $v.name "-in-use" }}
  namespace: {{ $v.namespace }}
  annotations:
    helm.sh/hook: pre-delete
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
  labels:
    app.kubernetes.io/name: ${name}
    app.kubernetes.io/managed-by: Helm
spec:
  limits:
    - type: Pod
{{- end }}
`;
}

/** Pure: the kind of an object. */
export function kindOf({ node }: TemplateItem): string {
  const kind = node && mapOf(node).entries.find(({ key }) => key.kind === 'constant' && key.value === 'kind');
  if (kind === undefined) throw new Error('an object has a kind');
  return JSON.parse(goOf(kind.node)) as string;
}
