import { step } from '../change.ts';
import type { Schema } from '../crd.ts';
import type { Comparison } from './node.ts';

/** Also of numbers. An API server does not distinguish `date-time` and `datetime`. */
export const compareFormats: Comparison = ({ before, after, path }) => {
  const [old, now] = [formatOf(before), formatOf(after)];
  if (old === now) return [];
  const widens = !isChecked(after) || (old === 'int32' && now === 'int64') || (old === 'float' && now === 'double');
  const what = `format: ${step(before.format, after.format)}`;
  return [{ rule: widens ? 'format-widened' : 'format-narrowed', path, what }];
};

function formatOf({ format }: Schema): string | undefined {
  return format?.replaceAll('-', '');
}

/** Whether the format refuses any value. API servers ignore the formats that they do not know. */
function isChecked(schema: Schema): boolean {
  const format = formatOf(schema);
  return format !== undefined && checked[schema.type ?? '']?.has(format) === true;
}

/** By type. `int64`, `double` and `password` refuse nothing that a client sends. */
const checked: Readonly<Record<string, ReadonlySet<string>>> = {
  integer: new Set(['int32']),
  number: new Set(['float']),
  string: new Set([
    ...['byte', 'date', 'datetime', 'duration', 'email', 'uri', 'hostname', 'cidr', 'mac', 'ipv4', 'ipv6'],
    ...['uuid', 'uuid3', 'uuid4', 'uuid5', 'bsonobjectid', 'creditcard', 'ssn', 'isbn', 'isbn10', 'isbn13'],
    ...['hexcolor', 'rgbcolor', 'k8sshortname', 'k8slongname'],
  ]),
};
