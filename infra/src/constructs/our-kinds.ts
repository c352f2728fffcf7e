import * as imported from '@kubewright/imports';
import { Construct } from 'constructs';

import { getKubewrightDeclaration } from '../declaration/index.ts';
import { buildRecommendedLabels } from '../plan/index.ts';
import { withSchemaValidation } from './checked-resource.ts';

const declaration = getKubewrightDeclaration();

/** Prints a message once. */
export class Echo extends withSchemaValidation(imported.Echo, declaration) {}

/** A Pod that is recreated when it is deleted. */
export class ImmortalContainer extends withSchemaValidation(imported.ImmortalContainer, declaration) {}

/** Memcached servers behind a Service. */
export class Memcached extends withSchemaValidation(imported.Memcached, declaration) {}

/** A pet in a pet store. */
export class Pet extends withSchemaValidation(imported.Pet, declaration) {}

/** Prints a message on a schedule. */
export class ScheduledEcho extends withSchemaValidation(imported.ScheduledEcho, declaration) {}

/** Web servers behind a port of every node. */
export class WebServer extends withSchemaValidation(imported.WebServer, declaration) {}

export interface SampleProps {
  /** Namespace of the sample; it must exist. @default - the chart's */
  readonly namespace?: string;
}

function buildSampleMetadata(name: string, { namespace }: SampleProps) {
  const labels = buildRecommendedLabels(declaration, { component: 'sample', instance: name });
  return { name, labels, ...(namespace !== undefined && { namespace }) };
}

/** An Echo that prints a greeting once. */
export class EchoSample extends Construct {
  readonly echo: Echo;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.echo = new Echo(this, 'echo', {
      metadata: buildSampleMetadata('hello-world', props),
      spec: { message: 'Hola, 世界!' },
    });
    this.node.defaultChild = this.echo;
  }
}

/** An ImmortalContainer: an nginx Pod that is recreated when it is deleted. */
export class ImmortalContainerSample extends Construct {
  readonly immortalContainer: ImmortalContainer;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.immortalContainer = new ImmortalContainer(this, 'immortal-container', {
      metadata: buildSampleMetadata('example-immortalcontainer', props),
      spec: { image: 'nginx:latest' },
    });
    this.node.defaultChild = this.immortalContainer;
  }
}

/** A Memcached: three Pods behind a Service. */
export class MemcachedSample extends Construct {
  readonly memcached: Memcached;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.memcached = new Memcached(this, 'memcached', {
      metadata: buildSampleMetadata('example-memcached', props),
      spec: { size: 3 },
    });
    this.node.defaultChild = this.memcached;
  }
}

/** Two Pets, a dog and a cat. Their operator needs a pet store. */
export class PetSamples extends Construct {
  readonly thor: Pet;
  readonly tron: Pet;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.thor = new Pet(this, 'thor', {
      metadata: buildSampleMetadata('pet-sample1', props),
      spec: { name: 'Thor', type: imported.PetSpecType.DOG, birthday: '2021-04-01T00:00:00Z' },
    });
    this.tron = new Pet(this, 'tron', {
      metadata: buildSampleMetadata('pet-sample2', props),
      spec: { name: 'Tron', type: imported.PetSpecType.CAT, birthday: '2020-06-25T00:00:00Z' },
    });
  }
}

/** A ScheduledEcho that prints a greeting every minute. */
export class ScheduledEchoSample extends Construct {
  readonly scheduledEcho: ScheduledEcho;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.scheduledEcho = new ScheduledEcho(this, 'scheduled-echo', {
      metadata: buildSampleMetadata('hello-world-scheduled', props),
      spec: { message: 'Hola, 世界!', schedule: '*/1 * * * *' },
    });
    this.node.defaultChild = this.scheduledEcho;
  }
}

/** A WebServer: three nginx Pods behind port 30010 of every node. */
export class WebServerSample extends Construct {
  readonly webServer: WebServer;

  constructor(scope: Construct, id: string, props: SampleProps = {}) {
    super(scope, id);
    this.webServer = new WebServer(this, 'web-server', {
      metadata: buildSampleMetadata('webserver-sample', props),
      spec: { image: 'nginx:1.23.1', replicas: 3, nodePort: 30_010 },
    });
    this.node.defaultChild = this.webServer;
  }
}

/** A sample of each kind, by its id in a SamplesChart, in the order of that chart. */
export const samples: Readonly<Record<string, new (scope: Construct, id: string) => Construct>> = {
  echo: EchoSample,
  'immortal-container': ImmortalContainerSample,
  memcached: MemcachedSample,
  pets: PetSamples,
  'scheduled-echo': ScheduledEchoSample,
  'web-server': WebServerSample,
};
