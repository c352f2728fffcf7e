/**
 * What values have to look like, for data that no compiler has checked: options, environments, declarations.
 *
 * - `shape`: a shape says everything that is wrong, and is a JSON Schema, too
 * - `object`: objects and their keys, with what was probably meant
 * - `names`: the names of Kubernetes; `quantity`: its quantities
 *
 * @module
 */
export {
  annotations,
  environmentVariable,
  installationName,
  label,
  labelKey,
  labels,
  namespaceName,
  objectName,
  port,
  serviceName,
} from './names.ts';
export { anyObject, isRecord, nearest, object, openObject, orFalse, record, type Shapes } from './object.ts';
export { amountOf, type Quantity, quantity } from './quantity.ts';
export {
  boolean,
  either,
  type Fault,
  fault,
  integer,
  type JsonSchema,
  list,
  oneOf,
  type Shape,
  text,
  typed,
  value,
} from './shape.ts';
