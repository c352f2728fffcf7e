import type { RefusedUse } from './declaration-snippets.ts';

const context = 'Context<"declare it in owns, reads, watches or uses"';
const undeclared = `${context}, Declared<{ readonly deployments: OwnedKind<Deployment, false>; }, {}, {}, {}, {}, {}>, Flat<...>>`;

/** Dependencies that are declared by themselves, and what a reconcile in a file of its own makes of them. */
export const refusedContexts: readonly RefusedUse[] = [
  {
    title: 'a reconcile in a file of its own finds no handle that its dependencies do not name',
    code: reconcilingWith('{ deployments, «services» }', 'services.get(deployments.list().length.toFixed());'),
    says: `Property 'services' does not exist on type '${undeclared}'.`,
  },
  {
    title: 'a reconcile in a file of its own deletes nothing that its dependencies do not let it delete',
    code: reconcilingWith('{ deployments }', 'await deployments.delete(«shop.metadata.name»);'),
    says: "Argument of type 'string' is not assignable to parameter of type '\"say owns(..., { delete: true })\"'.",
  },
  {
    title: 'a reconcile in a file of its own sets a status of its API',
    code: reconcilingWith('{ status }', 'status.set({ «opened»: true });'),
    says: "Object literal may only specify known properties, but 'opened' does not exist in type 'StatusInput<Flat<{ readonly open: boolean; readonly conditions: readonly Condition[]; } & {}>>'. Did you mean to write 'open'?",
  },
  {
    title: 'a controller has the dependencies that its reconcile takes',
    code: `${reconcilingWith('{ deployments }', 'deployments.list();')}
defineController(BookShop, { «reconcile» });`,
    says: refusing(
      `Property 'deployments' is missing in type '${context}, Declared<{}, {}, {}, {}, {}, {}>, Flat<…>>' but required in type '${undeclared}'.`,
    ),
  },
  {
    title: 'what a controller declares beside its dependencies takes none of them away',
    code: `${reconcilingWith('{ deployments }', 'deployments.list();')}
defineController(BookShop, { ...dependencies, owns: { services: owns(Service) }, «reconcile» });`,
    says: refusing(
      `Property 'deployments' is missing in type '${context}, Declared<{ readonly services: OwnedKind<Service, false>; }, {}, {}, {}, {}, {}>, Flat<…>>' but required in type '${undeclared}'.`,
    ),
  },
  {
    title: 'a context is that of dependencies that are defined',
    code: `const dependencies = { owns: { deployments: owns(Deployment) } };
export type Context = ContextOf<typeof BookShop, «typeof dependencies»>;`,
    says: [
      "Type '{ owns: { deployments: OwnedKind<Deployment, false>; }; }' does not satisfy the constraint 'AnyDependencies'.",
      "  Type '{ owns: { deployments: OwnedKind<Deployment, false>; }; }' is missing the following properties from type 'Declared<unknown, unknown, unknown, unknown, unknown, unknown>': reads, watches, uses, settings, metrics",
    ],
  },
  {
    title: 'a dependency that is declared by itself is wrapped',
    code: 'export const dependencies = defineDependencies({ owns: { «deployments»: Deployment } });',
    says: [
      `Type 'Kind<Deployment>' is not assignable to type 'Kind<Deployment> & "wrap it: owns(...)"' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.`,
      `  Type 'Kind<Deployment>' is not assignable to type '"wrap it: owns(...)"'.`,
    ],
  },
  {
    title: 'a dependency that is declared by itself has a name of its own',
    code: 'export const dependencies = defineDependencies({ uses: { «status»: () => 1 } });',
    says: [
      `Type '() => number' is not assignable to type '(() => number) & ((given: ProcessView<ValuesOf<{}>>) => unknown) & "this name is taken: choose another"'.`,
      `  Type '() => number' is not assignable to type '"this name is taken: choose another"'.`,
    ],
  },
  {
    title: 'what is no dependency is declared with the controller',
    code: "export const dependencies = defineDependencies({ «name»: 'shop', owns: { deployments: owns(Deployment) } });",
    says: "Object literal may only specify known properties, and 'name' does not exist in type 'Dependencies<{ readonly deployments: OwnedKind<Deployment, false>; }, {}, {}, {}, {}, {}>'.",
  },
];

/** Dependencies on Deployments, and a reconcile that does `statement`. */
function reconcilingWith(parameter: string, statement: string): string {
  return `const dependencies = defineDependencies({ owns: { deployments: owns(Deployment) } });

export async function reconcile(shop: BookShop, ${parameter}: ContextOf<typeof BookShop, typeof dependencies>): Promise<Action> {
  ${statement}
  return shop.spec.image === '' ? checkAgain(1000) : awaitChange;
}
`;
}

function refusing(why: string): readonly string[] {
  return [
    "Type '(shop: …, { deployments }: Context<...>) => Promise<...>' is not assignable to type '(object: …'.",
    "  Types of parameters '__1' and 'context' are incompatible.",
    `    ${why}`,
  ];
}
