import { getAt } from '@kubewright/declaration';
import { createLabelTest } from '@kubewright/runtime/internal/cache';
import type { StoredObject } from '../objects.ts';
import { badRequest, unsupported } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServedKind } from '../served/served-kind.ts';
import type { ReadOptions } from './read-options.ts';

/** Whether a list or a watch selects an object. */
export type ObjectTest = (object: StoredObject) => boolean;

/** Creates a test for the namespace and the selectors of a request. Throws: 400 for an invalid selector. */
export function createSelection({ served, namespace }: Route, options: ReadOptions): ObjectTest {
  const hasLabels = createLabelTest(options.labelSelector, throwUnparsable);
  const hasFields = createFieldTest(options.fieldSelector ?? '', served);
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    hasLabels(object.metadata.labels ?? {}) &&
    hasFields(object);
}

function throwUnparsable(requirement: string): never {
  throw badRequest(`unable to parse requirement: ${requirement}`);
}

/**
 * Creates a test for a field selector:
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
function createFieldTest(selector: string, served: ServedKind): ObjectTest {
  const tests = selector
    .split(/(?<!\\),/)
    .filter((term) => term.trim() !== '')
    .map((term) => createTermTest(term.trim(), served));
  return (object) => tests.every((fits) => fits(object));
}

function createTermTest(term: string, { kind, schema, selectable }: ServedKind): ObjectTest {
  const [, path, operator, wanted] = /^([^=!]+)(==?|!=)(.*)$/.exec(term) ?? [];
  if (path === undefined) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  if (!['metadata.name', 'metadata.namespace', ...selectable].includes(path)) {
    if (schema === undefined) throw unsupported(`select ${kind.plural} by ${path}`);
    throw badRequest(`field label not supported: ${path}`);
  }
  const textAt = (object: StoredObject): string => {
    const value = getAt(object, path);
    if (value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const value = wanted?.replace(/\\([\\,=])/g, '$1');
  return (object) => (textAt(object) === value) === (operator !== '!=');
}
