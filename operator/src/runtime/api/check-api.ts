import { checkSchema, type Problem } from './check-schema.ts';
import { type NamedDeclaration, statusSchema } from './crd.ts';
import type { JsonSchema } from './json-schema.ts';

const dnsLabel = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;
const versionName = /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/;
const kindName = /^[A-Z][A-Za-z0-9]*$/;
const protectedGroup = /\.(k8s|kubernetes)\.io$/;
/** Each name is a DNS label; that of a list is `List` longer than the kind. */
const longestName = 63;
const longestKind = longestName - 'List'.length;

/** All that is wrong with a declaration. */
export function checkApi(api: NamedDeclaration): readonly Problem[] {
  return [
    ...checkNames(api),
    ...checkObject('spec', api.spec.json),
    ...(api.status ? checkObject('status', api.status.json) : []),
    ...checkSchema({ 'x-kubernetes-validations': [...(api.rules ?? []), ...(api.creationRules ?? [])] }, 'rules'),
    ...checkScale(api),
    ...checkColumns(api),
    ...checkSelectableFields(api),
  ];
}

function checkNames(api: NamedDeclaration): Problem[] {
  const names: readonly (readonly [string, string, RegExp, string])[] = [
    ['group', api.group, dnsSubdomain, 'a DNS name with a dot'],
    ['version', api.version, versionName, 'v1, v1beta1, v2alpha3, ...'],
    ['kind', api.kind, kindName, 'CamelCase'],
    ['plural', api.plural, dnsLabel, 'a lower-case word'],
    ...(api.shortNames ?? []).map((name) => ['shortNames', name, dnsLabel, 'a lower-case word'] as const),
    ...(api.categories ?? []).map((name) => ['categories', name, dnsLabel, 'a lower-case word'] as const),
  ];
  return [
    ...names.flatMap(([path, value, pattern, wanted]) =>
      pattern.test(value) ? [] : [{ path, text: `${JSON.stringify(value)} is not ${wanted}` }],
    ),
    ...names.flatMap(([path, value]) => checkLength(path, value)),
    ...(protectedGroup.test(api.group) ? [isProtected(api.group)] : []),
  ];
}

function checkLength(path: string, name: string): Problem[] {
  const longest = path === 'group' ? 253 : path === 'kind' ? longestKind : longestName;
  const text = `${JSON.stringify(name)} is longer than ${String(longest)} characters`;
  return name.length > longest ? [{ path, text }] : [];
}

/** KEP-1111. */
function isProtected(group: string): Problem {
  const text = `${JSON.stringify(group)} is protected: names that end in k8s.io and kubernetes.io need an approval`;
  return { path: 'group', text };
}

function checkObject(path: string, schema: JsonSchema): readonly Problem[] {
  return schema.type === 'object' ? checkSchema(schema, path) : [{ path, text: 'must be an object' }];
}

function checkScale(api: NamedDeclaration): Problem[] {
  const { scale } = api;
  if (!scale) return [];
  const paths = [
    ['scale.spec', scale.spec, 'integer', '.spec'],
    ['scale.status', scale.status, 'integer', '.status'],
    // A selector may lie in either.
    ...(scale.selector === undefined ? [] : [['scale.selector', scale.selector, 'string', '.'] as const]),
  ] as const;
  return paths.flatMap(([path, jsonPath, type, within]) => {
    if (!jsonPath.startsWith(within)) return [{ path, text: `${jsonPath} does not lie in ${within}` }];
    const found = schemaAt(api, jsonPath);
    if (found === undefined) return [{ path, text: `${jsonPath} does not exist` }];
    return found.type === type ? [] : [{ path, text: `${jsonPath} is no ${type}` }];
  });
}

function checkColumns(api: NamedDeclaration): Problem[] {
  return (api.columns ?? []).flatMap((column, index) => {
    const path = `columns[${String(index)}]`;
    if (!column.jsonPath.startsWith('.')) return [{ path, text: `${column.jsonPath} does not begin with a dot` }];
    const simple = /^\.(spec|status)(\.[A-Za-z0-9]+)+$/.test(column.jsonPath);
    return simple && schemaAt(api, column.jsonPath) === undefined
      ? [{ path, text: `${column.jsonPath} does not exist` }]
      : [];
  });
}

function checkSelectableFields(api: NamedDeclaration): Problem[] {
  const fields = api.selectableFields ?? [];
  const path = 'selectableFields';
  if (fields.length > 8) return [{ path, text: `${String(fields.length)} fields, but at most 8 are allowed` }];
  return fields.flatMap((field, index) => {
    if (fields.indexOf(field) < index) return [{ path, text: `${field} is named twice` }];
    const type = schemaAt(api, field)?.type;
    if (type === undefined) return [{ path, text: `${field} does not exist` }];
    return ['string', 'integer', 'boolean'].includes(type)
      ? []
      : [{ path, text: `${field} is no string, integer or boolean` }];
  });
}

/** The schema that a simple path such as `.spec.replicas` names. */
function schemaAt(api: NamedDeclaration, jsonPath: string): JsonSchema | undefined {
  const [root, ...rest] = jsonPath.replace(/^\./, '').split('.');
  const start = root === 'spec' ? api.spec.json : root === 'status' ? statusSchema(api.status) : undefined;
  return rest.reduce<JsonSchema | undefined>((schema, name) => schema?.properties?.[name], start);
}
