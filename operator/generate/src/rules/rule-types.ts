import { Environment } from '@marcbachmann/cel-js';

import { escapeCelName, isVisible, type JsonSchema } from '@kubewright/runtime/internal/api';

/** The CEL type of values that only the API server checks: `dyn` allows any operation. */
const unknown = 'dyn';

const plain: Readonly<Record<string, string>> = { string: 'string', integer: 'int', number: 'double', boolean: 'bool' };

/** String formats that may have another type in CEL. */
const notText: ReadonlySet<string> = new Set(['byte', 'date', 'date-time', 'datetime', 'duration']);

/** The variables of a rule on `schema`: `self`, and `oldSelf`, which is optional in some rules. */
export function buildEnvironment(
  schema: JsonSchema,
  { optionalOldSelf }: { readonly optionalOldSelf: boolean },
): Environment {
  // Accepts list literals of mixed types, which only the API server checks.
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  const self = new Types(environment).getTypeName(schema);
  return environment.registerVariable('self', self).registerVariable('oldSelf', optionalOldSelf ? unknown : self);
}

/** Registers a named CEL type for each object schema. */
class Types {
  readonly #environment: Environment;
  #objects = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  getTypeName(schema: JsonSchema): string {
    if (isUncertain(schema)) return unknown;
    if (schema.type === 'array') return `list<${this.getTypeName(schema.items ?? {})}>`;
    if (schema.additionalProperties !== undefined)
      return `map<string, ${this.getTypeName(schema.additionalProperties)}>`;
    if (schema.type === 'object') return this.#registerObject(schema.properties ?? {});
    return plain[schema.type ?? ''] ?? unknown;
  }

  #registerObject(properties: Readonly<Record<string, JsonSchema>>): string {
    const fields = Object.entries(properties).map(
      ([name, schema]) => [escapeCelName(name), this.getTypeName(schema)] as const,
    );
    if (fields.length === 0) return unknown;
    this.#objects += 1;
    const name = `Object${String(this.#objects)}`;
    this.#environment.registerType({ name, fields: Object.fromEntries(fields) });
    return name;
  }
}

function isUncertain(schema: JsonSchema): boolean {
  return (
    !isVisible(schema) ||
    schema.nullable === true ||
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-embedded-resource'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    notText.has(schema.format ?? '')
  );
}
