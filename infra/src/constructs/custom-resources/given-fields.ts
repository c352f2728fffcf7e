import { isRecord, type CrdSchema } from '@kubewright/declaration';

/**
 * Pure: what somebody has given to a class that `cdk8s import` wrote, with the names that the fields have in the cluster.
 * What the class would leave out silently, because it does not know it, is there, too.
 */
export function givenFields(given: unknown, structural: CrdSchema): unknown {
  const plain = plainOf(given);
  if (Array.isArray(plain)) return plain.map((each) => givenFields(each, structural.items ?? {}));
  if (!isRecord(plain)) return plain;
  const { properties = {}, additionalProperties } = structural;
  const other = typeof additionalProperties === 'object' ? additionalProperties : {};
  const names = new Map(Object.keys(properties).map((name) => [inClass(name), name]));
  const fields = Object.entries(plain).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields.map(([key, value]) => {
      const name = Object.hasOwn(properties, key) ? key : (names.get(inClass(key)) ?? key);
      return [name, givenFields(value, Object.hasOwn(properties, name) ? (properties[name] ?? {}) : other)];
    }),
  );
}

/** The class has other capitals and no hyphens: `hostURLs` is `hostUrLs` there. */
function inClass(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** A date as its text, and a value of a class for `x-kubernetes-int-or-string` as it is. */
function plainOf(given: unknown): unknown {
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'Invalid Date' : given.toISOString();
  const isOfClass = isRecord(given) && Object.getPrototypeOf(given) !== Object.prototype && 'value' in given;
  return isOfClass ? given['value'] : given;
}
