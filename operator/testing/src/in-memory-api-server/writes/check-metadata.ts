import type { JsonObject } from '../json.ts';
import { getMeta, type SentMeta, type StoredObject } from '../objects.ts';
import type { Problem } from '../schema/problem.ts';

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const subdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const labelName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const labelNameText =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const labelValueText =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const longestName = 253;
const longestLabel = 63;

export function findNewMetadataProblems(object: JsonObject): readonly Problem[] {
  const { name, ...meta } = getMeta(object);
  if (name === undefined) {
    const message = 'Required value: name or generateName is required';
    return [{ reason: 'FieldValueRequired', message, field: 'metadata.name' }];
  }
  return [...findNameProblems(name), ...findLabelProblems(meta)];
}

export function findChangedMetadataProblems(before: StoredObject, sent: JsonObject): readonly Problem[] {
  const meta = getMeta(sent);
  return [...findFixedProblems(before, meta), ...findFinalizerProblems(before, meta), ...findLabelProblems(meta)];
}

function findNameProblems(name: string): readonly Problem[] {
  const field = 'metadata.name';
  const tooLong = `must be no more than ${longestName} bytes`;
  return [
    ...(name.length > longestName ? [buildInvalidValue(field, name, tooLong)] : []),
    ...(subdomain.test(name) ? [] : [buildInvalidValue(field, name, subdomainText)]),
  ];
}

/** @param field the path of the labels for error messages */
export function findLabelProblems(
  { labels = {} }: Pick<SentMeta, 'labels'>,
  field = 'metadata.labels',
): readonly Problem[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...(labelName.test(key.split('/').at(-1) ?? '') ? [] : [buildInvalidValue(field, key, labelNameText)]),
    ...(value.length > longestLabel
      ? [buildInvalidValue(field, value, `must be no more than ${longestLabel} bytes`)]
      : []),
    ...(labelValue.test(value) ? [] : [buildInvalidValue(field, value, labelValueText)]),
  ]);
}

/** Finds changes of immutable metadata. The API server reports each of them twice. */
function findFixedProblems({ metadata }: StoredObject, sent: SentMeta): readonly Problem[] {
  const fixed = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;
  return fixed.flatMap((name) => {
    const value = sent[name];
    if (value === undefined || value === metadata[name]) return [];
    const problem = buildInvalidValue(`metadata.${name}`, value, 'field is immutable');
    return [problem, problem];
  });
}

function findFinalizerProblems({ metadata }: StoredObject, { finalizers = [] }: SentMeta): readonly Problem[] {
  if (metadata.deletionTimestamp === undefined) return [];
  const added = finalizers.filter((name) => metadata.finalizers?.includes(name) !== true);
  if (added.length === 0) return [];
  const names = added.map((name) => JSON.stringify(name)).join(', ');
  const why = 'no new finalizers can be added if the object is being deleted, found new finalizers';
  const message = `Forbidden: ${why} []string{${names}}`;
  const problem = { reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' };
  return [problem, problem];
}

function buildInvalidValue(field: string, value: string | number, why: string): Problem {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${why}`, field };
}
