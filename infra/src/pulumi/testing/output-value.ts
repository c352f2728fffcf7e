import type { Output } from '@pulumi/pulumi';

export function getOutputValue<T>(output: Output<T>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}
