import type { OperatorDeclaration } from '../declaration/index.ts';
import { isRecord, type JsonSchema } from '../shape/index.ts';
import { refused } from './refused.ts';

/** Pure: the README of the chart, with a table of its values. */
export function readme({ name, description }: OperatorDeclaration, schema: JsonSchema): string {
  const wrong = new Set(refused.map(({ path }) => path));
  const rows = rowsOf(schema, '').filter(({ path }) => !wrong.has(path));
  return `# ${name}

${description ?? `The operator ${name}`}

\`\`\`sh
helm install ${name} ./${name} --namespace ${name}-system --create-namespace
helm test ${name} --namespace ${name}-system
\`\`\`

## Values

None is needed${name === 'kubewright' ? '' : ' but for \`image.repository\`'}. What a value does if it is left out says \`@default\` of the options of \`@kubewright/infra\`.
Unknown values are refused.

| value | what it may be |
| --- | --- |
${rows.map(({ path, may }) => `| \`${path}\` | ${may} |`).join('\n')}

## CustomResourceDefinitions

They are templates, so an upgrade changes them. \`crds: keep\` (the default) leaves them, and all resources, behind on
\`helm uninstall\`; \`prune\` deletes them; \`skip\` leaves them to somebody else. A release of another name takes over those
that were kept: \`helm install --take-ownership\` (Helm 3.17).

## Values of other charts

| value | instead |
| --- | --- |
${refused.map(({ path, instead }) => `| \`${path}\` | ${instead.replaceAll('|', String.raw`\|`)} |`).join('\n')}
`;
}

interface Row {
  readonly path: string;
  readonly may: string;
}

function rowsOf(schema: unknown, path: string): readonly Row[] {
  if (!isRecord(schema)) return [];
  const alternatives = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [];
  const inner = [schema, ...alternatives].flatMap((each) =>
    isRecord(each) && isRecord(each['properties']) ? Object.entries(each['properties']) : [],
  );
  const own = path === '' || (inner.length > 0 && alternatives.length === 0) ? [] : [{ path, may: mayBe(schema) }];
  return [...own, ...inner.flatMap(([key, each]) => rowsOf(each, path === '' ? key : `${path}.${key}`))];
}

function mayBe(schema: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(schema);
  const { description } = schema;
  return typeof description === 'string' ? `${kind}: ${description.replaceAll('|', String.raw`\|`)}` : kind;
}

function kindOf(schema: Readonly<Record<string, unknown>>): string {
  const { type = 'any', minimum, maximum, anyOf } = schema;
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (Array.isArray(values)) return values.map((each) => `\`${String(each)}\``).join(', ');
  if (Array.isArray(anyOf)) return (anyOf as Readonly<Record<string, unknown>>[]).map(mayBe).join(' or ');
  const from = typeof minimum === 'number' ? ` from ${String(minimum)}` : '';
  const to = typeof maximum === 'number' ? ` to ${String(maximum)}` : '';
  return `${[type].flat().join(' or ')}${from}${to}`;
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
{{- if ne (toString $v.crds) "prune" }}
helm uninstall keeps the CustomResourceDefinitions, and all resources of these kinds.
{{- end }}
`;
}

/** Pure: no value has to be given. */
export function valuesFile(): string {
  return '# All values are optional: README.md has the list, values.schema.json what each may be.\n{}\n';
}
