import fc from 'fast-check';

/** Generates objects with any subset of these parts. */
export function arbitraryPart<T extends object>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<
  Partial<T>
> {
  return fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

/** Generates lists of objects with a subset of these names, each at most once. */
export function arbitraryNamedList<T extends object>(
  names: readonly string[],
  of: fc.Arbitrary<T>,
): fc.Arbitrary<readonly (T & { name: string })[]> {
  return fc
    .tuple(fc.subarray([...names]), fc.array(of, { minLength: names.length, maxLength: names.length }))
    .map(([chosen, parts]) => chosen.map((name, index) => ({ name, ...(parts[index] as T) })));
}

/** Generates quantities, some of which the API server normalizes: `0.5` becomes `500m`. */
const quantity = fc.constantFrom('0.5', '500m', '1', '1000m', '64Mi');
const resources = arbitraryPart({
  limits: arbitraryPart({ cpu: quantity, memory: quantity }),
  requests: fc.constantFrom({}, { cpu: '0.25' }),
});

const variable = fc.oneof(
  fc.record({ value: fc.constantFrom('', 'a', 'b c') }),
  fc.record({
    valueFrom: fc.record({ fieldRef: fc.record({ fieldPath: fc.constantFrom('metadata.name', 'metadata.uid') }) }),
  }),
);

/** Generates ports with different names and different numbers, which are merge keys. */
const ports = arbitraryNamedList(
  ['http', 'admin', 'extra'],
  arbitraryPart({ protocol: fc.constantFrom('TCP', 'UDP') }),
).chain((all) =>
  fc
    .uniqueArray(fc.integer({ min: 8000, max: 8005 }), { minLength: all.length, maxLength: all.length })
    .map((numbers) => all.map((port, index) => ({ ...port, containerPort: numbers[index] }))),
);

const image = fc.constantFrom('example.com/app:1', 'example.com/app:2');
const words = fc.option(fc.array(fc.constantFrom('run', '--fast', ''), { maxLength: 3 }), { freq: 3 });

const container = fc
  .tuple(
    fc.record({ image }),
    arbitraryPart({
      command: words,
      args: words,
      env: arbitraryNamedList(['A', 'B', 'C'], variable),
      ports,
      resources,
      imagePullPolicy: fc.constantFrom('Always', 'IfNotPresent'),
      securityContext: arbitraryPart({
        readOnlyRootFilesystem: fc.boolean(),
        capabilities: fc.constantFrom({}, { drop: ['ALL'] }),
      }),
      volumeMounts: fc.constantFrom([], [{ name: 'data', mountPath: '/data' }]),
    }),
  )
  .map((parts) => ({ ...parts[0], ...parts[1] }));

const toleration = fc.record({ key: fc.constantFrom('a', 'b'), operator: fc.constant('Exists') });

/** Specs of Pods that are never scheduled, so that nothing runs. */
const podSpec: fc.Arbitrary<object> = fc
  .tuple(
    container,
    fc.option(container, { nil: undefined }),
    arbitraryPart({
      terminationGracePeriodSeconds: fc.constantFrom(0, 5),
      tolerations: fc.array(toleration, { maxLength: 2 }),
      securityContext: fc.constantFrom({}, { runAsNonRoot: true }),
    }),
  )
  .map(([web, sidecar, rest]) => ({
    containers: [{ name: 'web', ...web }, ...(sidecar === undefined ? [] : [{ name: 'sidecar', ...sidecar }])],
    volumes: [{ name: 'data', emptyDir: {} }],
    nodeSelector: { 'test.example/place': 'nowhere' },
    ...rest,
  }));

export const podLabels = { 'test.example/app': 'laws' };

/** Templates of Pods that are never scheduled. */
export const podTemplate: fc.Arbitrary<object> = podSpec.map((spec) => ({ metadata: { labels: podLabels }, spec }));
