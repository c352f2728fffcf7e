import type { Output } from '@pulumi/pulumi';

/** What an output becomes. */
export function valueOf<T>(output: Output<T>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
