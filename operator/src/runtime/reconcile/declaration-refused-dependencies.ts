import { declaring, reconciling, type RefusedUse } from './declaration-snippets.ts';

/** Dependencies that are declared wrongly: under a name that is taken, or not wrapped. */
export const refusedDependencies: readonly RefusedUse[] = [
  {
    title: 'the name of a handle that every reconcile has is taken',
    code: declaring('owns: { «status»: owns(Deployment) }'),
    says: assigning('OwnedKind<Deployment, false>', 'this name is taken: choose another'),
  },
  {
    title: 'a name that owns has is taken in reads',
    code: declaring('owns: { deployments: owns(Deployment) }, reads: { «deployments»: reads(Deployment) }'),
    says: assigning('ReadKind<Deployment, never>', 'this name is taken: choose another'),
  },
  {
    title: 'a name that reads has is taken in watches',
    code: declaring('reads: { secrets: reads(Secret) }, watches: { «secrets»: watches(Secret, () => []) }'),
    says: assigning('WatchedKind<Secret, never>', 'this name is taken: choose another'),
  },
  {
    title: 'a kind is owned through owns(), which is said once',
    code: reconciling(
      'owns: { «deployments»: Deployment }',
      'shop, { deployments }',
      'await deployments.delete(shop.metadata.name);',
    ),
    says: assigning('Kind<Deployment>', 'wrap it: owns(...)'),
  },
  {
    title: 'a kind is read through reads(), which is said once',
    code: reconciling('reads: { «secrets»: Secret }', 'shop, { secrets }', 'secrets.get(shop.metadata.name);'),
    says: assigning('Kind<Secret>', 'wrap it: reads(...)'),
  },
  {
    title: 'a kind is watched through watches()',
    code: declaring('watches: { «secrets»: Secret }'),
    says: assigning('Kind<Secret>', 'wrap it: watches(..., mapTo)'),
  },
  {
    title: 'what is watched says whom it concerns',
    code: declaring('watches: { «secrets»: reads(Secret) }'),
    says: assigning('ReadKind<Secret, never>', 'wrap it: watches(..., mapTo)'),
  },
  {
    title: 'a kind that is owned is not only read',
    code: declaring('owns: { «deployments»: reads(Deployment) }'),
    says: assigning('ReadKind<Deployment, never>', 'wrap it: owns(...)'),
  },
  {
    title: 'a taken name is what is wrong first',
    code: declaring('owns: { «status»: Deployment }'),
    says: assigning('Kind<Deployment>', 'this name is taken: choose another'),
  },
];

/** What the compiler says of a property of the type `given` where `Free` has put `text` in its place. */
function assigning(given: string, text: string): readonly string[] {
  return [
    `Type '${given}' is not assignable to type '${given} & "${text}"' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.`,
    `  Type '${given}' is not assignable to type '"${text}"'.`,
  ];
}
