import { expect, test } from 'vitest';

import { defaultImages } from './default-images.ts';
import { tryFindProgram, buildImageExpression } from './image-expression.ts';

const matches = (match: string | RegExp, image: string): boolean => new RegExp(buildImageExpression(match)).test(image);
const digest = `sha256:${'0'.repeat(64)}`;

test.each([
  'nginx',
  'nginx:1.27',
  'nginx:latest',
  `nginx@${digest}`,
  `nginx:1.27@${digest}`,
  'library/nginx:1',
  'docker.io/nginx',
  'docker.io/library/nginx:1',
])('nginx:* matches %s', (image) => {
  expect(matches('nginx:*', image)).toBe(true);
  expect(matches('nginx', image)).toBe(true);
  expect(matches('docker.io/library/nginx', image)).toBe(true);
});

test.each([
  'nginx-unprivileged',
  'mynginx:1',
  'example.com/nginx:1',
  'me/nginx:1',
  'nginx/nginx-ingress:3',
  'busybox',
  '',
])('nginx does not match %s', (image) => {
  expect(matches('nginx', image)).toBe(false);
});

test('a tag restricts the match', () => {
  expect(matches('nginx:1.27*', 'nginx:1.27-alpine')).toBe(true);
  expect(matches('nginx:1.27*', 'nginx:1.28')).toBe(false);
  expect(matches('nginx:1.27', 'nginx:1527')).toBe(false);
  expect(matches('nginx:1.27', 'nginx')).toBe(false);
  expect(matches('nginx:1.27', `nginx:1.27@${digest}`)).toBe(true);
});

test("a registry's port is not a tag", () => {
  expect(matches('localhost:5000/operator', 'localhost:5000/operator:v1')).toBe(true);
  expect(matches('localhost:5000/operator:v1', 'localhost:5000/operator:v2')).toBe(false);
  expect(matches('ghcr.io/kubewright/operator', `ghcr.io/kubewright/operator:0.1.0@${digest}`)).toBe(true);
  expect(matches('ghcr.io/kubewright/operator', 'docker.io/ghcr.io/kubewright/operator')).toBe(false);
});

test('a star in the repository matches any characters', () => {
  expect(matches('ghcr.io/*/operator', 'ghcr.io/kubewright/operator:1')).toBe(true);
  expect(matches('*', 'nginx:1.27')).toBe(true);
});

test('uses a regular expression unchanged', () => {
  expect(buildImageExpression(/operator:v\d+$/)).toBe(String.raw`operator:v\d+$`);
  expect(buildImageExpression(/operator/i)).toBe('(?i)operator');
});

test.each([/(?=a)b/, /(?<!a)b/, /(a)\1/, /(?<x>a)\k<x>/])(
  '%s is rejected, because CEL does not support it',
  (expression) => {
    expect(() => buildImageExpression(expression)).toThrow(/CEL does not support lookarounds/);
  },
);

test('the first match wins with any flags', () => {
  const mine = { match: /NGINX/gi, program: () => ({}) };
  const images = [mine, ...defaultImages];
  expect(tryFindProgram(images, 'nginx:1')).toBe(mine);
  expect(tryFindProgram(images, 'nginx:1')).toBe(mine);
  expect(tryFindProgram(images, 'busybox')).toBe(defaultImages[1]);
  expect(tryFindProgram(images, 'memcached:1')).toBeUndefined();
});
