/** A use of the author's API that the compiler refuses, and what it says. */
export interface RefusedUse {
  /** The rule, as a fact. */
  readonly title: string;
  /** A module without its imports; «...» is what the compiler underlines. */
  readonly code: string;
  /** The error, line by line; "…" stands for whatever a type is printed as. */
  readonly says: string | readonly string[];
}

/** A controller that declares `declared` and uses nothing of it. */
export function declaring(declared: string): string {
  return reconciling(declared, '', '');
}

/** A controller that owns Deployments and does `statement`. */
export function withDeployments(statement: string): string {
  return reconciling('owns: { deployments: owns(Deployment) }', 'shop, { deployments }', statement);
}

/** A controller of which `statements` are what its reconcile does. */
export function reconciling(declared: string, parameters: string, statements: string): string {
  return `defineController(BookShop, {
  ${declared === '' ? '' : `${declared},`}
  async reconcile(${parameters}) {
    ${statements}
    return awaitChange;
  },
});`;
}
