import type { NamedDeclaration, Problem } from './crd.ts';

const dnsLabel = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;
const kindName = /^[A-Z][A-Za-z0-9]*$/;
const protectedGroup = /\.(k8s|kubernetes)\.io$/;
/** The length limit of a DNS label. The list kind appends `List`. */
const longestName = 63;
const longestKind = longestName - 'List'.length;
const keyPrefix = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const keyName = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

export function checkNames(api: NamedDeclaration): Problem[] {
  const names: readonly (readonly [string, string, RegExp, string])[] = [
    ['group', api.group, dnsSubdomain, 'a DNS name with a dot'],
    ['kind', api.kind, kindName, 'CamelCase'],
    ['plural', api.plural, dnsLabel, 'a lower-case word'],
    ['singular', api.singular, dnsLabel, 'a lower-case word'],
    ...(api.shortNames ?? []).map((name) => ['shortNames', name, dnsLabel, 'a lower-case word'] as const),
    ...(api.categories ?? []).map((name) => ['categories', name, dnsLabel, 'a lower-case word'] as const),
  ];
  return [
    ...names.flatMap(([path, value, pattern, wanted]) =>
      // A plural or singular name derived from an invalid kind is not reported again.
      pattern.test(value) || isKindsOwn(api, path) ? [] : [{ path, text: `${JSON.stringify(value)} is not ${wanted}` }],
    ),
    ...names.flatMap(([path, value]) => (isKindsOwn(api, path) ? [] : checkLength(path, value))),
    ...(protectedGroup.test(api.group) ? [isProtected(api.group)] : []),
  ];
}

function isKindsOwn({ kind, singular }: NamedDeclaration, path: string): boolean {
  return path === 'singular' && singular === kind.toLowerCase();
}

function checkLength(path: string, name: string): Problem[] {
  const longest = path === 'group' ? 253 : path === 'kind' ? longestKind : longestName;
  const text = `${JSON.stringify(name)} is longer than ${String(longest)} characters`;
  return name.length > longest ? [{ path, text }] : [];
}

/** Reports a group whose CRDs need an approval annotation (KEP-1111). */
function isProtected(group: string): Problem {
  const text = `${JSON.stringify(group)} is protected: groups that end in k8s.io and kubernetes.io need an approval`;
  return { path: 'group', text };
}

export function checkMetadata({ labels = {}, annotations = {} }: NamedDeclaration): Problem[] {
  return [
    ...Object.keys(labels).flatMap((key) => checkKey('labels', key)),
    ...Object.entries(labels).flatMap(([key, value]) =>
      value === '' || keyName.test(value)
        ? []
        : [
            buildProblem(
              'labels',
              key,
              `${JSON.stringify(value)} is not a valid label value: use at most 63 of A-Z a-z 0-9 . _ -`,
            ),
          ],
    ),
    ...Object.keys(annotations).flatMap((key) => checkKey('annotations', key)),
  ];
}

function checkKey(path: string, key: string): Problem[] {
  const [last = '', first, ...more] = key.split('/').reverse();
  const right =
    keyName.test(last) && (first === undefined || (keyPrefix.test(first) && first.length <= 253)) && more.length === 0;
  return right
    ? []
    : [
        buildProblem(
          path,
          key,
          'is not a valid key: use a name, or a DNS name, a slash and a name, such as example.com/team',
        ),
      ];
}

function buildProblem(path: string, key: string, text: string): Problem {
  return { path: `${path}[${JSON.stringify(key)}]`, text };
}
