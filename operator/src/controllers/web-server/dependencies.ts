import { defineDependencies, Deployment, owns, reads, Service, type ContextOf } from '@kubewright/runtime';
import { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import { byNodePort } from './node-port-taken.ts';

export const dependencies = defineDependencies({
  owns: { deployments: owns(Deployment), services: owns(Service) },
  // All WebServers, for the node ports that they have.
  reads: { servers: reads(WebServer, { indexes: { byNodePort } }) },
});

export type Context = ContextOf<typeof WebServer, typeof dependencies>;
