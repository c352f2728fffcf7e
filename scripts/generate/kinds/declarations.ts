import type { ApiDocuments, DiscoveredKind } from './api-documents.ts';
import { listReferences, type Schema, type Schemas } from './schema.ts';
import { baseTypes, objectMeta, parseSchemaName, templateMetaFields } from './schema-names.ts';

/** One generated type. */
export interface Declaration {
  readonly file: string;
  readonly type: string;
  readonly schema: Schema;
  /** The kind, if the type is the top-level type of a kind: then a `Kind` value is generated, too. */
  readonly kind?: DiscoveredKind;
}

/** All generated types. */
export interface Declarations {
  readonly all: readonly Declaration[];
  /** The declaration of the schema with this full name; `undefined` if its type is inlined where it is used. */
  tryFind(fullName: string): Declaration | undefined;
}

/**
 * The types of the kinds, and all types that they refer to. A kind inside of another one (`volumeClaimTemplates`) gets
 * a second type, because such an object has no uid and need not have a name.
 */
export function collectDeclarations({ schemas, kinds }: ApiDocuments): Declarations {
  const tops = new Map(kinds.map((kind) => [getSchemaName(schemas, kind), kind]));
  const inner = collectReachable(schemas, [...tops.keys()]).filter(
    (name) => !isWrittenInPlace(getSchema(schemas, name)),
  );
  const byReference = new Map(inner.map((name) => [name, buildInnerDeclaration(schemas, name, tops.has(name))]));
  const topDeclarations = [...tops].map(([name, kind]) => ({ ...createDeclaration(schemas, name), kind }));
  const all = [...topDeclarations, ...byReference.values()];
  rejectDuplicates(all);
  return { all, tryFind: (fullName) => byReference.get(fullName) };
}

function getSchemaName(schemas: Schemas, { group, version, kind }: DiscoveredKind): string {
  const found = Object.entries(schemas).find(([, schema]) => {
    const names = schema['x-kubernetes-group-version-kind'];
    return names?.length === 1 && names.some((it) => it.group === group && it.version === version && it.kind === kind);
  });
  if (found !== undefined) return found[0];
  throw new Error(`failed to find the schema of ${kind} in "${group}" ${version}: the OpenAPI document lacks it`);
}

/**
 * The full names of all schemas that `roots` refer to, directly or indirectly. A root is included only if a schema
 * refers to it.
 */
function collectReachable(schemas: Schemas, roots: readonly string[]): string[] {
  const seen = new Set<string>();
  const follow = (name: string): void => {
    for (const next of listReferences(getSchema(schemas, name))) {
      if (baseTypes.has(next) || seen.has(next)) continue;
      seen.add(next);
      if (next !== objectMeta) follow(next);
    }
  };
  roots.forEach(follow);
  return [...seen].sort(compareTypeNames);
}

function compareTypeNames(a: string, b: string): number {
  return parseSchemaName(a).type < parseSchemaName(b).type ? -1 : 1;
}

/**
 * Whether the type of the schema is inlined: for times, arbitrary JSON and empty objects, `string` or `unknown` is
 * easier to read than a name.
 */
function isWrittenInPlace(schema: Schema): boolean {
  return schema.properties === undefined && schema.oneOf === undefined;
}

function buildInnerDeclaration(schemas: Schemas, fullName: string, isKind: boolean): Declaration {
  const declaration = createDeclaration(schemas, fullName);
  if (fullName === objectMeta) return buildTemplateMeta(declaration);
  return isKind ? { ...declaration, type: `Embedded${declaration.type}` } : declaration;
}

function createDeclaration(schemas: Schemas, fullName: string): Declaration {
  return { ...parseSchemaName(fullName), schema: getSchema(schemas, fullName) };
}

function buildTemplateMeta({ file, schema }: Declaration): Declaration {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => templateMetaFields.has(name));
  const description = 'Metadata of an object inside another, such as the Pod template of a Deployment.';
  return { file, type: 'TemplateMeta', schema: { description, properties: Object.fromEntries(properties) } };
}

function getSchema(schemas: Schemas, fullName: string): Schema {
  const schema = schemas[fullName];
  if (schema === undefined) throw new Error(`failed to resolve ${fullName}: no OpenAPI document has this schema`);
  return schema;
}

function rejectDuplicates(all: readonly Declaration[]): void {
  const types = all.map((declaration) => declaration.type);
  const duplicate = types.find((type, index) => types.indexOf(type) !== index);
  if (duplicate === undefined) return;
  throw new Error(`failed to generate ${duplicate}: two schemas have this type name; rename one in schema-names.ts`);
}
