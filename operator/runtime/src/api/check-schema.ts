import { checkBounds } from './check-bounds.ts';
import { checkList } from './check-list.ts';
import { checkRules, type RuleLocation } from './check-rules.ts';
import type { JsonSchema } from '../base/index.ts';
import type { Problem } from './crd.ts';
import { isRe2 } from './re2.ts';
import { findValueProblem } from './value-problem.ts';
import { isUnrestricted } from './schema-at.ts';

/** Property names that every generator supports. */
const propertyName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Finds the errors that the API server or a generator would report for a schema. */
export function checkSchema(schema: JsonSchema, path: string): readonly Problem[] {
  return checkAt(schema, { path });
}

function checkAt(schema: JsonSchema, place: RuleLocation): readonly Problem[] {
  const { path } = place;
  return [
    ...checkBounds(schema, path),
    ...checkText(schema, path),
    ...checkExternalDocs(schema, path),
    ...checkValue(schema, 'default', path),
    ...checkValue(schema, 'example', path),
    ...checkRules(schema, place),
    ...checkList(schema, path),
    ...checkChildren(schema, place),
  ];
}

function checkText(schema: JsonSchema, path: string): Problem[] {
  const problems: Problem[] = [];
  const { pattern } = schema;
  if (pattern !== undefined && !isRe2(pattern)) {
    problems.push({ path, text: `pattern ${pattern} is not an RE2 expression (no look-around, no back references)` });
  }
  if (schema.enum && new Set(schema.enum).size !== schema.enum.length) {
    problems.push({ path, text: 'enum contains a value twice' });
  }
  if (schema.enum && schema.nullable === true) {
    problems.push({
      path,
      text: 'an enum cannot be nullable, because null is not one of its values: make it optional',
    });
  }
  return problems;
}

export function checkExternalDocs({ externalDocs }: Pick<JsonSchema, 'externalDocs'>, path: string): Problem[] {
  if (externalDocs === undefined || URL.canParse(externalDocs.url)) return [];
  return [{ path, text: `externalDocs.url ${JSON.stringify(externalDocs.url)} is not a URL: write https://...` }];
}

function checkValue(schema: JsonSchema, name: 'default' | 'example', path: string): Problem[] {
  const value = schema[name];
  if (value === undefined) return [];
  if (value === null && (schema.nullable === true || isUnrestricted(schema))) {
    return [{ path, text: `the ${name} null would be dropped: remove it` }];
  }
  const wrong = findValueProblem(schema, value);
  return wrong === undefined ? [] : [{ path, text: `the ${name} ${JSON.stringify(value)} ${wrong}` }];
}

function checkChildren(schema: JsonSchema, { path, within }: RuleLocation): Problem[] {
  const inList = within ?? (schema['x-kubernetes-list-type'] === 'map' ? undefined : path);
  const inObject = within ?? (schema['x-kubernetes-map-type'] === 'atomic' ? path : undefined);
  return [
    ...(schema.items ? checkAt(schema.items, buildLocation(`${path}[]`, inList)) : []),
    ...(schema.additionalProperties ? checkAt(schema.additionalProperties, buildLocation(`${path}{}`, inObject)) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      ...(propertyName.test(name)
        ? []
        : [{ path, text: `property name ${JSON.stringify(name)} is not an identifier` }]),
      ...checkAt(property, buildLocation(`${path}.${name}`, inObject)),
    ]),
  ];
}

function buildLocation(path: string, within: string | undefined): RuleLocation {
  return within === undefined ? { path } : { path, within };
}
