import type { Output } from '@pulumi/pulumi';

/** The value of an output. */
export function getOutputValue<T>(output: Output<T>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
