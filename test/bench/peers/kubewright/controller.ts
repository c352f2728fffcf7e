import {
  awaitChange,
  condition,
  ConfigMap,
  type ControllerDefinition,
  defineController,
  type Desired,
  owns,
  Service,
} from '@kubewright/runtime';
import { Widget } from './widget.ts';

/**
 * Creates the controller of Widgets.
 * @param children the number of children of each Widget
 */
export function createWidgetController(children: number): ControllerDefinition {
  return defineController(Widget, {
    owns: { configMaps: owns(ConfigMap), services: owns(Service) },
    // A finalizer, because most operators have one, although there is nothing to clean up here.
    finalizer: { name: 'bench.example.com/clean-up', cleanUp: () => Promise.resolve() },
    async reconcile(widget, { configMaps, services, status }) {
      for (const desired of buildConfigMaps(widget, children)) await configMaps.apply(desired);
      if (children > 1) await services.apply(buildService(widget));
      const message = 'All children are applied.';
      status.set({
        nonce: widget.spec.nonce,
        ready: true,
        conditions: [condition('Ready', true, { reason: 'Applied', message })],
      });
      return awaitChange;
    },
  });
}

function buildConfigMaps({ metadata, spec }: Widget, children: number): readonly Desired<ConfigMap>[] {
  const data = { size: String(spec.size), text: spec.text };
  return Array.from({ length: Math.max(1, children - 1) }, (_, index) => ({
    metadata: { name: index === 0 ? `${metadata.name}-config` : `${metadata.name}-config-${String(index + 1)}` },
    data,
  }));
}

function buildService({ metadata: { name } }: Widget): Desired<Service> {
  return {
    metadata: { name },
    spec: {
      clusterIP: 'None',
      selector: { widget: name },
      ports: [{ name: 'http', port: 80, targetPort: 8080 }],
    },
  };
}
