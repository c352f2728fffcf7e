import {
  awaitChange,
  condition,
  type ControllerDefinition,
  defineController,
  Deployment,
  type Desired,
  owns,
} from '@kubewright/runtime';
import { Widget } from './widget.ts';

/** The controller of Widgets with one Deployment each: a Widget is ready once its Deployment is available. */
export const deploymentController: ControllerDefinition = defineController(Widget, {
  owns: { deployments: owns(Deployment) },
  finalizer: { name: 'bench.example.com/clean-up', cleanUp: () => Promise.resolve() },
  async reconcile(widget, { deployments, status }) {
    const { status: seen } = await deployments.apply(buildDeployment(widget));
    const ready = seen?.conditions?.some(({ type, status: is }) => type === 'Available' && is === 'True') ?? false;
    const [reason, message] = ready
      ? ['Available', 'The Deployment is available.']
      : ['Unavailable', 'The Deployment is not available.'];
    status.set({ nonce: widget.spec.nonce, ready, conditions: [condition('Ready', ready, { reason, message })] });
    return awaitChange;
  },
});

function buildDeployment({ metadata: { name }, spec: { size } }: Widget): Desired<Deployment> {
  const labels = { widget: name };
  const container = { name: 'web', image: 'registry.example/web:1', env: [{ name: 'SIZE', value: String(size) }] };
  return {
    metadata: { name },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
}
