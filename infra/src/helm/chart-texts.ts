import { finalizedApis, type OperatorDeclaration } from '../declaration/index.ts';
import { isRecord, type JsonSchema } from '../shape/index.ts';
import { refusedBy } from './refused.ts';
import { repositoryOf, valueTexts } from './value-texts.ts';

/** Pure: the README of the chart, with a table of its values. */
export function readme(declaration: OperatorDeclaration, schema: JsonSchema): string {
  const { name, description } = declaration;
  const needed = repositoryOf(declaration) === '' ? 'Only `image.repository` is needed' : 'None is needed';
  const image = repositoryOf(declaration) === '' ? ' --set image.repository=<your image>' : '';
  const rows = valueTexts(declaration).map(({ path, meaning, usual }) => [
    `\`${path}\``,
    meaning,
    kindOf(schemaAt(schema, path)),
    usual === '' ? '' : `\`${usual}\``,
  ]);
  return `# ${name}

${description ?? `The operator ${name}.`}

\`\`\`sh
helm install ${name} ./${name} --namespace ${name}-system --create-namespace${image}
helm test ${name} --namespace ${name}-system
\`\`\`

The name of the installation is that of the release if it contains the name of the chart, and \`<release>-${name}\` otherwise.

## Values

${needed}. Unknown and wrong values are refused, with what to write instead.

${table([['value', 'meaning', 'may be', 'default'], ...rows])}

A value that is \`null\` is as if it were left out; a field that is \`null\` in a security context is removed from it.

## CustomResourceDefinitions

They are templates, so an upgrade changes them. \`crds: keep\` leaves them, and all resources, behind on \`helm uninstall\`.
\`helm rollback\` takes the operator back and leaves newer CRDs as they are, which a warning says: an older CRD would erase the fields
that it does not have from stored resources. That needs Kubernetes 1.36. On an older one, use \`crds: skip\` and apply the CRDs yourself. A
release of another name takes over those that were kept: \`helm install --take-ownership\` (Helm 3.17).${refusal(declaration)}

## Values that are refused

Of environments, and of other charts:

${table([['value', 'instead'], ...refusedBy(declaration).map(({ path, instead }) => [`\`${path}\``, instead])])}
`;
}

/** An operator without finalizers is never needed to delete something. */
function refusal(declaration: OperatorDeclaration): string {
  const kinds = [...new Set(finalizedApis(declaration).map(({ kind }) => kind))];
  if (kinds.length === 0) return '';
  return `

\`helm uninstall\` is refused while a resource needs the operator to be deleted (${kinds.join(', ')}): Helm then deletes nothing, and
prints which. \`removalGuard: false\` changes that.`;
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The schema of the value at a path: that of the alternative which has it. */
function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  return path.split('.').reduce<JsonSchema>((found, key) => {
    const alternatives = Array.isArray(found['anyOf']) ? (found['anyOf'] as unknown[]) : [];
    const properties = [found, ...alternatives].map((each) => (isRecord(each) ? each['properties'] : undefined));
    const next = properties.map((each) => (isRecord(each) ? each[key] : undefined)).find(isRecord);
    if (next === undefined) throw new Error(`the schema has no value ${path}`);
    return next;
  }, schema);
}

const kinds: Readonly<Record<string, string>> = {
  array: 'list',
  object: 'map',
  integer: 'whole number',
  boolean: 'true or false',
};

function kindOf(schema: JsonSchema): string {
  const { type, minimum, maximum, anyOf } = schema;
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (Array.isArray(values)) return values.flatMap((each) => (each === null ? [] : [`\`${String(each)}\``])).join(', ');
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(kindOf).filter(Boolean))].join(' or ');
  const from = typeof minimum === 'number' ? ` from ${String(minimum)}` : '';
  const to = typeof maximum === 'number' ? ` to ${String(maximum)}` : '';
  const names = [type]
    .flat()
    .filter((each) => each !== 'null')
    .map((each) => kinds[String(each)] ?? String(each));
  return `${names.join(' or ')}${from}${to}`;
}

/** Pure: what Helm prints after an installation. */
export function notes({ name, apis }: OperatorDeclaration): string {
  const [first] = apis;
  return `{{- $v := include "${name}.view" . | fromJson -}}
${name} runs in the namespace {{ $v.namespace }}. See it work:

  kubectl rollout status deployment/{{ $v.name }} --namespace {{ $v.namespace }}
  helm test {{ .Release.Name }} --namespace {{ .Release.Namespace }}
  kubectl logs deployment/{{ $v.name }} --namespace {{ $v.namespace }}
${first === undefined ? '' : `\nIts kinds are ${[...new Set(apis.map(({ kind }) => kind))].join(', ')}:\n\n  kubectl get ${first.plural}.${first.group} --all-namespaces\n  kubectl explain ${first.plural}.${first.group}.spec\n`}
{{- if and (ne $v.crds "skip") (not $v.rollbackGuard) }}

helm rollback to a version with older CRDs erases the fields that they do not have from stored resources: nothing stops it here,
because rollbackGuard is false, or Kubernetes is older than 1.36.
{{- end }}
{{- if eq $v.crds "keep" }}

helm uninstall keeps the CustomResourceDefinitions, and all resources of these kinds.
{{- end }}
`;
}
