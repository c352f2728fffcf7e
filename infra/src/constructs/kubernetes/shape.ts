import {
  amountOf,
  boolean,
  fault,
  isRecord,
  list,
  object,
  oneOf,
  record,
  type Shape,
  type Shapes,
  typed,
  value,
} from '../../shape/index.ts';
/**
 * The fields that Kubernetes 1.36 has, by their types: `!` is a field that has to be there, `[]` a list, `{}` a map, `|` one of
 * these words. A test compares them with those of an API server.
 */
import fields from './fields.json';

/** Kubernetes has new fields every four months. */
const newer = '; patches set what is newer than Kubernetes 1.36';

export type KubernetesType = keyof typeof fields;

const types: Readonly<Record<string, Readonly<Record<string, string>>>> = fields;

const scalars: Shapes = {
  boolean,
  integer: value('a whole number', { type: 'integer' }, Number.isSafeInteger),
  string: typed('string'),
  Quantity: value('a quantity such as 1Gi', { type: ['string', 'number'] }, (each) => amountOf(each) !== undefined),
};

/**
 * An object of this type of Kubernetes, with its fields and no others. Newer ones are set by `patches`.
 *
 * @param checked fields that have to look like this, instead of how Kubernetes' schema says it
 */
export function kubernetesShape(type: KubernetesType, checked: Shapes = {}): Shape {
  const all = Object.entries({ ...types[type], ...checked });
  const isRequired = (field: string): boolean => types[type]?.[field]?.endsWith('!') ?? false;
  const shapes = all.map(([field, shape]) => [field, typeof shape === 'string' ? shapeOf(shape) : shape] as const);
  return object(
    Object.fromEntries(shapes.filter(([field]) => isRequired(field))),
    Object.fromEntries(shapes.filter(([field]) => !isRequired(field))),
    newer,
  );
}

/** A merge patch of an object of this type: nothing has to be there, and `null` removes a field. */
export function kubernetesPatchShape(type: KubernetesType): Shape {
  const entries = Object.entries(types[type] ?? {}).map(([field, each]) => [field, orNull(patchOf(each))]);
  return object({}, Object.fromEntries(entries) as Shapes, newer);
}

/** The object, of whose fields beside those named exactly one is given. */
export function exactlyOneOf(shape: Shape, expected: string, beside: readonly string[] = []): Shape {
  return {
    schema: shape.schema,
    faults(value, at) {
      const sources = isRecord(value) ? Object.keys(value).filter((key) => !beside.includes(key)) : [];
      return sources.length === 1 ? shape.faults(value, at) : [fault(at, expected, value)];
    },
  };
}

function shapeOf(type: string): Shape {
  const name = type.replace('!', '');
  if (name.startsWith('[')) return list(shapeOf(name.slice(1, -1)));
  if (name.startsWith('{')) return record(shapeOf(name.slice(1, -1)));
  if (name.includes('|')) return oneOf(...name.split('|'));
  return isType(name) ? kubernetesShape(name) : (scalars[name] ?? typed('string'));
}

/** A list is replaced as a whole, so its items are no patches. */
function patchOf(type: string): Shape {
  const name = type.replace('!', '');
  return isType(name) ? kubernetesPatchShape(name) : shapeOf(name);
}

function isType(name: string): name is KubernetesType {
  return Object.hasOwn(types, name);
}

function orNull(shape: Shape): Shape {
  return {
    schema: { anyOf: [{ type: 'null' }, shape.schema] },
    faults: (value, at) => (value === null ? [] : shape.faults(value, at)),
  };
}
