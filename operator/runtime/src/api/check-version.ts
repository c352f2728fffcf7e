import type { VersionDeclaration } from './api.ts';
import { checkRules } from './check-rules.ts';
import { checkSchema } from './check-schema.ts';
import { formatHeading } from './column.ts';
import type { JsonSchema, ValidationRule } from '../base/index.ts';
import type { Problem } from './crd.ts';
import { buildStatusSchema } from './root-schema.ts';
import { ofEveryObject, hasOldSelf } from './rule-paths.ts';
import { findSchemaAt, parseSteps } from './schema-at.ts';

const versionName = /^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/;

/** Checks one version of an API, without the other versions. */
export function checkVersion(version: VersionDeclaration): readonly Problem[] {
  return [
    ...checkName(version.version),
    ...checkDeprecation(version.deprecated),
    ...checkObject('spec', version.spec.json),
    ...(version.status ? checkObject('status', omitRequired(version.status.json)) : []),
    ...checkRootRules(version),
    ...checkScale(version),
    ...checkColumns(version),
    ...checkSelectableFields(version),
  ];
}

function checkName(version: string): Problem[] {
  const right = versionName.test(version) && version.length <= 63;
  return right ? [] : [{ path: 'version', text: `${JSON.stringify(version)} is not v1, v1beta1, v2alpha3, ...` }];
}

function checkDeprecation(warning: VersionDeclaration['deprecated']): Problem[] {
  if (typeof warning !== 'string') return [];
  // The API server requires characters that Go calls printable, and at most 256 bytes.
  const right = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(warning) && Buffer.byteLength(warning) <= 256;
  return right ? [] : [{ path: 'deprecated', text: 'the warning must be one printable line of 1 to 256 bytes' }];
}

function checkObject(path: string, schema: JsonSchema): readonly Problem[] {
  return schema.type === 'object' ? checkSchema(schema, path) : [{ path, text: 'must be an object' }];
}

/** Removes `required`: all fields of a status are optional. */
function omitRequired({ required: _required, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function checkRootRules(version: VersionDeclaration): Problem[] {
  const creationRules = version.creationRules ?? [];
  return [
    ...checkRules(buildRootWith(version, version.rules ?? []), { path: 'rules' }),
    ...checkRules(buildRootWith(version, creationRules), { path: 'creationRules' }),
    ...creationRules.flatMap(({ rule }) =>
      hasOldSelf(rule)
        ? [{ path: 'creationRules', text: `rule ${rule} uses oldSelf: move it from creationRules to rules` }]
        : [],
    ),
  ];
}

function buildRootWith({ spec, status }: VersionDeclaration, rules: readonly ValidationRule[]): JsonSchema {
  const properties = { ...ofEveryObject, spec: spec.json, status: buildStatusSchema(status) };
  return { type: 'object', properties, 'x-kubernetes-validations': rules };
}

function checkScale(version: VersionDeclaration): Problem[] {
  const { scale } = version;
  if (!scale) return [];
  const paths = [
    ['scale.spec', scale.spec, 'integer', '.spec'],
    ['scale.status', scale.status, 'integer', '.status'],
    // The selector of the scale subresource may be in the spec or in the status.
    ...(scale.selector === undefined ? [] : [['scale.selector', scale.selector, 'string', '.'] as const]),
  ] as const;
  return paths.flatMap(([path, jsonPath, type, within]) => {
    if (!jsonPath.startsWith(within)) return [{ path, text: `${jsonPath} is not in ${within}` }];
    const found = findSchema(version, jsonPath);
    if (found === undefined) return [{ path, text: `${jsonPath} does not exist` }];
    return found.type === type ? [] : [{ path, text: `${jsonPath} is not of type ${type}` }];
  });
}

function checkColumns(version: VersionDeclaration): Problem[] {
  const { columns = [] } = version;
  const headings = columns.map(({ name }) => formatHeading(name));
  return columns.flatMap(({ name, jsonPath }, index) => {
    const path = `columns[${String(index)}]`;
    if (name === '') return [{ path, text: 'a column needs a name' }];
    const first = headings.indexOf(formatHeading(name));
    if (first < index) return [{ path, text: `${name} is also the name of columns[${String(first)}]: rename one` }];
    if (!jsonPath.startsWith('.')) return [{ path, text: `${jsonPath} does not begin with a dot` }];
    const isSimple = /^\.(spec|status)(\.[A-Za-z0-9]+)+$/.test(jsonPath);
    return isSimple && findSchema(version, jsonPath) === undefined
      ? [{ path, text: `${jsonPath} does not exist` }]
      : [];
  });
}

function checkSelectableFields(version: VersionDeclaration): Problem[] {
  const fields = version.selectableFields ?? [];
  const path = 'selectableFields';
  if (fields.length > 8) return [{ path, text: `${String(fields.length)} fields, but at most 8 are allowed` }];
  return fields.flatMap((field, index) => {
    if (fields.indexOf(field) < index) return [{ path, text: `${field} is named twice` }];
    const found = field.includes('[') ? undefined : findSchema(version, field);
    if (found === undefined) return [{ path, text: `${field} does not exist` }];
    return ['string', 'integer', 'boolean'].includes(found.type ?? '')
      ? []
      : [{ path, text: `${field} is not a string, integer or boolean` }];
  });
}

/** Finds the schema at a path such as `.spec.replicas`. */
function findSchema({ spec, status }: VersionDeclaration, jsonPath: string): JsonSchema | undefined {
  const steps = parseSteps(jsonPath);
  const root: JsonSchema = { type: 'object', properties: { spec: spec.json, status: buildStatusSchema(status) } };
  return steps && findSchemaAt(root, steps);
}
