import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { useKubectl } from '../../e2e/support/kubectl.ts';

const kubectl = useKubectl();

type Fields = Readonly<Record<string, string>>;

const ours = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../infra/src/options/kubernetes-fields.json'), 'utf8'),
) as Readonly<Record<string, Fields>>;

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

/** Reads the types of the API server, by their short names. */
async function readServed(group: string): Promise<ReadonlyMap<string, Schema>> {
  const answer = JSON.parse(await kubectl(['get', '--raw', `/openapi/v3/apis/${group}`])) as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  return new Map(Object.entries(answer.components.schemas).map(([name, schema]) => [shortName(name), schema]));
}

const shortName = (name: string): string => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);

/** Formats the type of a field as in `kubernetes-fields.json`. */
function formatType(schema: Schema): string {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) return shortName(reference);
  if (schema.items !== undefined) return `[${formatType(schema.items)}]`;
  if (schema.additionalProperties !== undefined) return `{${formatType(schema.additionalProperties)}}`;
  return formatScalar(schema);
}

function formatScalar({ type = '', format, enum: values }: Schema): string {
  return type === 'integer' && format === 'int64' ? format : (values?.join('|') ?? type);
}

function toFields({ properties = {}, required = [] }: Schema = {}): Fields {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([field, schema]) => [field, `${formatType(schema)}${required.includes(field) ? '!' : ''}`]),
  );
}

describe('the fields of Pods and NetworkPolicies that options may have', () => {
  it('equal those of the API server', async () => {
    const schemas = new Map([...(await readServed('apps/v1')), ...(await readServed('networking.k8s.io/v1'))]);
    const { ObjectMeta, ...others } = ours;
    const theirs = Object.keys(others).map((type): [string, Fields] => [type, toFields(schemas.get(type))]);
    expect(others).toEqual(Object.fromEntries(theirs));
    expect(toFields(schemas.get('ObjectMeta'))).toMatchObject(ObjectMeta ?? {});
  });
});
