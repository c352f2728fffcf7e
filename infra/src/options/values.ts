import {
  anyObject,
  boolean,
  either,
  integer,
  list,
  map,
  number,
  object,
  optional,
  string,
  text,
  withType,
} from './schema.ts';

/** Kubernetes names. https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
export const label = text(
  'a DNS label (lower-case letters, digits and "-", at most 63)',
  /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
);

export const namespaceName = text(
  'the name of a namespace (lower-case letters, digits and "-", at most 63)',
  /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
);

export const objectName = text(
  'the name of an object (lower-case letters, digits, "-" and ".", at most 253)',
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
);

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names */
export const serviceName = text(
  'a DNS label of at most 63 characters that starts with a letter',
  /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
);

/** Prefix of the names of an operator's objects. */
export const installationName = text(
  'a DNS label of at most 47 characters that starts with a letter', // the longest name made of it is `<name>-leader-election`
  /^[a-z]([-a-z0-9]{0,45}[a-z0-9])?$/,
);

const qualified = String.raw`([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?`;

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export const labelKey = text(
  'a key such as example.com/team (an optional domain, then at most 63 letters, digits, "-", "_" and ".")',
  new RegExp(`^${qualified}$`),
);

const labelValue = text(
  'the value of a label (at most 63 letters, digits, "-", "_" and ".", or empty)',
  /^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/,
);

export const labels = map(labelValue, labelKey);

const recommended = ['component', 'instance', 'managed-by', 'name', 'part-of', 'version'];

/** Labels in addition to those of every object, which users cannot change. */
export const addedLabels = map(
  labelValue,
  labelKey.refine((key: string) => !recommended.some((name) => key === `app.kubernetes.io/${name}`), {
    error: `other than app.kubernetes.io/{${recommended.join(',')}}, which every object already has`,
  }),
);

export const annotations = map(string, labelKey);

export const port = integer(1, 65_535);

export const environmentVariable = text(
  'the name of an environment variable (letters, digits and "_", not a digit first)',
  /^[A-Za-z_]\w*$/,
);

/** Metadata of an object, with cdk8s' type. */
export const metadata = withType(
  object(
    optional({
      name: objectName,
      namespace: namespaceName,
      ...{ labels, annotations },
      finalizers: list(text()),
      ownerReferences: list(anyObject('an owner reference')),
    }),
  ),
  'ApiObjectMetadata',
  'cdk8s',
);

/** The value of a setting, in an environment or a declaration. */
export const settingValue = either(
  'a string, a number, true or false, or a list of strings',
  ...[string, number, boolean, list(string)],
);

/** `parseDeclaration` validates the content. */
export const declaration = withType(
  anyObject('the declaration of an operator, as loadDeclaration() returns it'),
  'OperatorDeclaration',
  '@kubewright/declaration',
);
