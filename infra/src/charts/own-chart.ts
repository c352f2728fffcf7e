import { Chart } from 'cdk8s';

/**
 * A chart of this package, for which `instanceof` is right: the one that classes inherit from cdk8s' `Chart` is true for every
 * chart, whatever its class.
 */
export class OwnChart extends Chart {
  static override [Symbol.hasInstance]<T extends Chart>(
    this: abstract new (...args: never) => T,
    value: unknown,
  ): value is T {
    return Function.prototype[Symbol.hasInstance].call(this, value);
  }
}
