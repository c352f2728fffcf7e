import { OperatorError } from '@kubewright/runtime/internal/base';

/**
 * Parses `WatchList=false,Other=true`, like Kubernetes' own `--feature-gates`.
 *
 * Throws: if a part is not `name=true` or `name=false`.
 */
export function parseFeatureGates(text: string): Record<string, boolean> {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return Object.fromEntries(parts.map(parseGate));
}

function parseGate(part: string): [string, boolean] {
  const [, name, value] = /^(\w+)=(true|false)$/i.exec(part) ?? [];
  if (name === undefined || value === undefined) {
    throw new OperatorError('SETTINGS_INVALID', `read the feature gate "${part}"`, {
      hint: 'write Name=true or Name=false',
    });
  }
  return [name, value.toLowerCase() === 'true'];
}
