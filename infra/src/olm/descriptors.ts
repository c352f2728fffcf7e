import { isRecord } from '@kubewright/declaration';

import { at, listAt, type PlainObject, textAt } from '../objects/index.ts';

/** What a console knows of one field. */
export interface Descriptor {
  /** From `spec` or `status`, such as `service.port`. */
  readonly path: string;
  readonly displayName: string;
  readonly description?: string;
  /** The control that shows the field. */
  readonly 'x-descriptors'?: readonly string[];
}

const control = (name: string): string => `urn:alm:descriptor:com.tectonic.ui:${name}`;

/** Pure: the fields below `spec` or `status` in a version of a definition, in the order of its schema. */
export function descriptorsOf(version: unknown, part: 'spec' | 'status'): readonly Descriptor[] {
  const counts = ['specReplicasPath', 'statusReplicasPath'].map((key) => textAt(version, `subresources.scale.${key}`));
  return fieldsIn(at(version, `schema.openAPIV3Schema.properties.${part}`), '').map(({ path, schema }) => {
    const description = textAt(schema, 'description');
    const shown = counts.includes(`.${part}.${path}`) ? control('podCount') : controlOf(path, schema);
    return {
      path,
      displayName: wordsOf(path),
      ...(description !== undefined && { description }),
      ...(shown !== undefined && { 'x-descriptors': [shown] }),
    };
  });
}

interface Field {
  readonly path: string;
  readonly schema: unknown;
}

/** Objects by their fields; lists and maps as a whole. */
function fieldsIn(schema: unknown, prefix: string): readonly Field[] {
  const properties = at(schema, 'properties');
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, each]) => {
    const path = `${prefix}${name}`;
    return isRecord(at(each, 'properties')) ? fieldsIn(each, `${path}.`) : [{ path, schema: each }];
  });
}

function controlOf(path: string, schema: unknown): string | undefined {
  if (path === 'conditions') return 'urn:alm:descriptor:io.kubernetes.conditions';
  const type = textAt(schema, 'type');
  if (type === 'boolean') return control('booleanSwitch');
  if (type === 'integer' || type === 'number') return control('number');
  return type === 'string' && listAt(schema, 'enum').length === 0 ? control('text') : undefined;
}

/** Pure: `service.containerPort` as "Service container port". */
function wordsOf(path: string): string {
  const words = path
    .replaceAll('.', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Pure: the version of a definition with this name. */
export function versionOf(definition: PlainObject, name: string): unknown {
  return listAt(definition, 'spec.versions').find((version) => textAt(version, 'name') === name);
}
