import type { ApiObjectMetadata } from 'cdk8s';

/** What the objects of one installation have in common. */
export interface InstallationMarks {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Pure: the metadata of an object of the installation, in its namespace. */
export function metadataOf(marks: InstallationMarks, name = marks.name): ApiObjectMetadata {
  const { namespace, labels, annotations } = marks;
  return { name, namespace, labels: { ...labels }, annotations: { ...annotations } };
}
