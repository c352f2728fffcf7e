import { describe, expect, it } from 'vitest';

import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';
import type { Deployment, Service } from '../../index.ts';
import { someObject } from '../../testing/some-object.ts';
import { statusFor } from './status.ts';

function server(replicas = 3): WebServer {
  const { metadata } = someObject({ name: 'home' });
  return { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec: { image: 'nginx:1.27', replicas } };
}

/** A Deployment of generation 2. */
function deployment(status: Deployment['status']): Deployment {
  const { metadata } = someObject({ name: 'home', generation: 2 });
  const template = { metadata: {}, spec: { containers: [] } };
  const spec = { selector: {}, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec, ...(status !== undefined && { status }) };
}

function service(nodePort?: number): Service {
  const { metadata } = someObject({ name: 'home-service' });
  const spec = { ports: [{ port: 80, ...(nodePort !== undefined && { nodePort }) }] };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec };
}

/** `Type=status reason` of each condition, with its message. */
function conditions(wanted: number, status: Deployment['status']): Record<string, string> {
  const stated = statusFor(server(wanted), deployment(status)).conditions ?? [];
  return Object.fromEntries(
    stated.map(({ type, ...rest }) => [type, `${rest.status} ${rest.reason}: ${rest.message}`]),
  );
}

const complete = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

describe('a roll-out', () => {
  it('that nobody has begun is under way, with no Pod', () => {
    expect(conditions(3, undefined)).toEqual({
      Available: 'False PodsMissing: 0 of 3 Pods are available.',
      Progressing: 'True RollingOut: 0 of 3 Pods are up to date.',
      Ready: 'False RollingOut: 0 of 3 Pods are available, 0 of 3 Pods are up to date.',
    });
  });

  it('with some of its Pods is under way', () => {
    const some = { observedGeneration: 2, replicas: 3, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1 };
    expect(conditions(3, some)).toEqual({
      Available: 'False PodsMissing: 1 of 3 Pods are available.',
      Progressing: 'True RollingOut: 2 of 3 Pods are up to date.',
      Ready: 'False RollingOut: 1 of 3 Pods are available, 2 of 3 Pods are up to date.',
    });
  });

  it('with all of its Pods is over', () => {
    expect(conditions(3, complete)).toEqual({
      Available: 'True AllAvailable: 3 of 3 Pods are available.',
      Progressing: 'False Complete: 3 of 3 Pods are up to date.',
      Ready: 'True Ready: 3 of 3 Pods are available, 3 of 3 Pods are up to date.',
    });
  });

  it('is not over while Pods of the old template serve beside the new ones', () => {
    const surge = { ...complete, replicas: 4, readyReplicas: 4, availableReplicas: 4 };
    expect(conditions(3, surge)).toEqual({
      Available: 'True AllAvailable: 4 of 3 Pods are available.',
      Progressing: 'True RollingOut: 3 of 3 Pods are up to date.',
      Ready: 'False RollingOut: 4 of 3 Pods are available, 3 of 3 Pods are up to date.',
    });
  });

  it('is not over while a Pod is left over that does not serve any more', () => {
    expect(conditions(3, { ...complete, replicas: 4 })['Ready']).toMatch(/^False RollingOut/);
  });

  it('is not over while only old Pods serve', () => {
    const old = { ...complete, updatedReplicas: 0 };
    expect(conditions(3, old)).toMatchObject({
      Available: expect.stringMatching(/^True/) as string,
      Ready: 'False RollingOut: 3 of 3 Pods are available, 0 of 3 Pods are up to date.',
    });
  });

  it('is not over before the Deployment controller has seen the newest template: its numbers speak of the one before', () => {
    expect(conditions(3, { ...complete, observedGeneration: 1 })).toEqual({
      Available: 'True AllAvailable: 3 of 3 Pods are available.',
      Progressing: 'True RollingOut: 0 of 3 Pods are up to date.',
      Ready: 'False RollingOut: 3 of 3 Pods are available, 0 of 3 Pods are up to date.',
    });
  });

  it('to fewer Pods is not over before the others have gone', () => {
    expect(conditions(2, complete)['Ready']).toMatch(/^False RollingOut: 3 of 2/);
  });
});

describe('a WebServer that is to have no Pods', () => {
  it('is ready when none is left', () => {
    expect(conditions(0, { observedGeneration: 2 })).toEqual({
      Available: 'True AllAvailable: 0 of 0 Pods are available.',
      Progressing: 'False Complete: 0 of 0 Pods are up to date.',
      Ready: 'True Ready: 0 of 0 Pods are available, 0 of 0 Pods are up to date.',
    });
  });

  it('is not ready while one is left', () => {
    expect(conditions(0, { observedGeneration: 2, replicas: 1 })['Ready']).toMatch(/^False/);
  });
});

describe('a roll-out that does not go on', () => {
  const exceeded = {
    type: 'Progressing',
    status: 'False' as const,
    reason: 'ProgressDeadlineExceeded',
    message: 'ReplicaSet "home-1" has timed out progressing.',
  };

  it('is told in the words of the Deployment', () => {
    const stuck = { ...complete, availableReplicas: 2, conditions: [exceeded] };
    expect(conditions(3, stuck)).toEqual({
      Available: 'False PodsMissing: 2 of 3 Pods are available.',
      Progressing: 'False ProgressDeadlineExceeded: ReplicaSet "home-1" has timed out progressing.',
      Ready: 'False RollingOut: 2 of 3 Pods are available, 3 of 3 Pods are up to date.',
    });
  });

  it('is not told while the Deployment has not looked at the newest template', () => {
    const before = { ...complete, observedGeneration: 1, conditions: [exceeded] };
    expect(conditions(3, before)['Progressing']).toBe('True RollingOut: 0 of 3 Pods are up to date.');
  });

  it('has a reason and a message even if the Deployment gives none', () => {
    const silent = {
      ...complete,
      availableReplicas: 2,
      conditions: [{ type: 'Progressing', status: 'False' as const }],
    };
    expect(conditions(3, silent)['Progressing']).toBe('False Stuck: The roll-out does not go on.');
  });

  it('is none while the Deployment says that it progresses', () => {
    const going = { ...complete, updatedReplicas: 1, conditions: [{ ...exceeded, status: 'True' as const }] };
    expect(conditions(3, going)['Progressing']).toBe('True RollingOut: 1 of 3 Pods are up to date.');
  });
});

describe('the numbers', () => {
  it('are those of the Deployment', () => {
    const some = { observedGeneration: 2, replicas: 4, updatedReplicas: 3, readyReplicas: 2, availableReplicas: 1 };
    expect(statusFor(server(), deployment(some), service())).toMatchObject({ replicas: 4, readyReplicas: 2 });
  });

  it('are 0 as long as the Deployment says nothing', () => {
    expect(statusFor(server(), deployment(undefined))).toMatchObject({ replicas: 0, readyReplicas: 0 });
  });

  it('come with the selector that autoscalers count by', () => {
    expect(statusFor(server(), deployment(complete)).selector).toBe('app=webserver,webserver_cr=home');
  });
});

describe('the node port', () => {
  it('is the one that the Service has, whatever was asked for', () => {
    const asked = { ...server(), spec: { ...server().spec, nodePort: 30081 } };
    expect(statusFor(asked, deployment(complete), service(30080)).nodePort).toBe(30080);
  });

  it('is not stated as long as there is no Service, or it has none', () => {
    expect(statusFor(server(), deployment(complete))).not.toHaveProperty('nodePort');
    expect(statusFor(server(), deployment(complete), service())).not.toHaveProperty('nodePort');
  });

  it('that is missing changes nothing of what is said of the Pods', () => {
    const { nodePort: _nodePort, ...rest } = statusFor(server(), deployment(complete), service(30080));
    expect(statusFor(server(), deployment(complete))).toEqual(rest);
  });
});
