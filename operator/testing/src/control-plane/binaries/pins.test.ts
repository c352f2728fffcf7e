import { expect, test } from 'vitest';

import { parsePins, readPins } from './pins.ts';

const goMod = `module example
go 1.26.0
require (
	go.etcd.io/etcd/client/v3 v3.5.0 // indirect
	go.etcd.io/etcd/server/v3 v3.6.14 // indirect
	k8s.io/kubernetes v1.36.4 // indirect
	sigs.k8s.io/kwok v0.8.0 // indirect
)
replace k8s.io/api => k8s.io/api v0.36.4
`;

test('the versions are those that go.mod requires', () => {
  expect(parsePins(goMod, '')).toMatchObject({ kubernetes: '1.36.4', etcd: '3.6.14', kwok: '0.8.0', go: '1.26' });
});

test('any change of go.mod or go.sum leads to another set of binaries', () => {
  const hashes = [parsePins(goMod, 'a'), parsePins(goMod, 'b'), parsePins(`${goMod}\n`, 'a')].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(3);
  expect(parsePins(goMod, 'a').hash).toBe(hashes[0]);
});

test('a go.mod without one of the modules is refused by name', () => {
  expect(() => parsePins(goMod.replace('sigs.k8s.io/kwok', 'sigs.k8s.io/other'), '')).toThrow('sigs.k8s.io/kwok');
});

test('the module of this package requires all of them', async () => {
  const pins = await readPins();
  expect(Object.values(pins).every((value: string) => value.length > 0)).toBe(true);
});
