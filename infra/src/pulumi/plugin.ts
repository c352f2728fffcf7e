#!/usr/bin/env node
/** The plugin `pulumi-resource-kubewright`, which Pulumi's engine starts for programs in any language. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Inputs, Output } from '@pulumi/pulumi';
import { main, type Provider } from '@pulumi/pulumi/provider';

import { loadDeclaration, type OperatorDeclaration, parseDeclaration } from '../declaration/index.ts';
import { loadEnvironment } from '../environments/load.ts';
import type { Environment } from '../options/index.ts';
import { OperatorRelease, type OperatorReleaseArgs } from './operator-release.ts';

const operatorRelease = 'kubewright:infra:OperatorRelease';

/** The provider of the package `kubewright`: it offers `OperatorRelease` only. */
function createProvider(): Provider {
  const packageJson = readFileSync(path.join(__dirname, '../../package.json'), 'utf8');
  const { version } = JSON.parse(packageJson) as { readonly version: string };
  return {
    version,
    getSchema: () => Promise.resolve(JSON.stringify(buildPackageSchema(version))),
    // Throws before it registers anything if the inputs are invalid.
    construct: async (...[name, type, inputs, options]: Parameters<NonNullable<Provider['construct']>>) => {
      if (type !== operatorRelease) throw new Error(`${type} is not a Kubewright component: use ${operatorRelease}`);
      const release = new OperatorRelease(name, parseReleaseArgs(inputs), options);
      const { urn, namespace, deployment, serviceAccount, metricsService, image, crds } = release;
      return await Promise.resolve({
        urn,
        state: { namespace, deployment, serviceAccount, metricsService, image, crds },
      });
    },
  };
}

/**
 * Reads the release's arguments from plain data: the environment may contain outputs, and the environment and the
 * declaration may be file names.
 *
 * Throws for other types. The release itself validates the environment.
 */
function parseReleaseArgs({ environment, declaration, name, samples }: Inputs): OperatorReleaseArgs {
  return {
    environment: resolveEnvironmentInput(environment),
    ...(declaration !== undefined && { declaration: resolveDeclarationInput(declaration) }),
    ...(name !== undefined && { name: name as string }),
    ...(samples !== undefined && { samples: samples as boolean }),
  };
}

function resolveEnvironmentInput(environment: unknown): OperatorReleaseArgs['environment'] {
  if (typeof environment === 'string') return loadEnvironment(environment);
  return requirePlainData('environment', environment) as Environment;
}

function resolveDeclarationInput(declaration: unknown): OperatorDeclaration {
  if (typeof declaration === 'string') return loadDeclaration(declaration);
  return parseDeclaration(requirePlainData('declaration', declaration), 'declaration');
}

function requirePlainData(name: string, value: unknown): object {
  if (Output.isInstance(value)) {
    throw new Error(
      `${name} is an output as a whole, but a preview must know the objects: use a plain object, in which only strings may be outputs`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name} must be an object, or the path of its file, but is ${JSON.stringify(value)}`);
}

/**
 * The package schema for programs in any Pulumi language: types of inputs and outputs, from which `pulumi package add`
 * generates an SDK.
 */
function buildPackageSchema(version: string): object {
  const text = (description: string): object => ({ type: 'string', description });
  const any = (description: string): object => ({ $ref: 'pulumi.json#/Any', description });
  const properties = {
    namespace: text('Namespace of the operator.'),
    deployment: text("Name of the operator's Deployment."),
    serviceAccount: text("Name of the operator's ServiceAccount."),
    metricsService: text('Name of the Service for metrics, if the environment has one.'),
    image: text('Reference of the image.'),
    crds: { type: 'array', items: { type: 'string' }, description: 'Names of the CustomResourceDefinitions.' },
  };
  const component = {
    isComponent: true,
    description: 'An operator in a cluster: its CRDs, the operator, and optional samples.',
    inputProperties: {
      environment: any('The environment (see environment.schema.json), or the path of a file that contains it.'),
      declaration: any(
        "The operator's declaration with its CRDs, or the path of declaration.json. Default: Kubewright's operators.",
      ),
      name: {
        ...text("Name of this installation. Default: installation of the environment, else the operator's name."),
        plain: true,
      },
      samples: {
        type: 'boolean',
        plain: true,
        description: "Whether to deploy a sample of each of Kubewright's kinds.",
      },
    },
    requiredInputs: ['environment'],
    properties,
    required: Object.keys(properties).filter((name) => name !== 'metricsService'),
  };
  const description = "Operators in a Kubernetes cluster: Kubewright's own, or any with a declaration.";
  return { name: 'kubewright', version, description, resources: { [operatorRelease]: component } };
}

// Starts the server; the process then runs until Pulumi's engine ends it.
void main(createProvider(), process.argv.slice(2));
