import type { NamedDeclaration } from './crd.ts';
import type { Problem } from './problem.ts';

const prefix = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** What is wrong with the labels and annotations of the definition. */
export function checkMetadata({ labels = {}, annotations = {} }: NamedDeclaration): Problem[] {
  return [
    ...Object.keys(labels).flatMap((key) => checkKey('labels', key)),
    ...Object.entries(labels).flatMap(([key, value]) =>
      value === '' || name.test(value)
        ? []
        : [problem('labels', key, `${JSON.stringify(value)} is no value of a label: at most 63 of A-Z a-z 0-9 . _ -`)],
    ),
    ...Object.keys(annotations).flatMap((key) => checkKey('annotations', key)),
  ];
}

function checkKey(path: string, key: string): Problem[] {
  const [last = '', first, ...more] = key.split('/').reverse();
  const right =
    name.test(last) && (first === undefined || (prefix.test(first) && first.length <= 253)) && more.length === 0;
  return right ? [] : [problem(path, key, 'is no key: write a name, or a DNS name, a slash and a name')];
}

function problem(path: string, key: string, text: string): Problem {
  return { path: `${path}[${JSON.stringify(key)}]`, text };
}
