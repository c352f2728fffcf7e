/** The pages of one audience: a tab of the site, and its sidebar. */
export interface Audience {
  /** First part of the URLs of the section's pages. */
  readonly slug: string;
  readonly title: string;
  /** Pages by group, in order. A pattern stands for its files in alphabetical order, the README first. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** Every page of the site. A page that is neither here nor in `notOnSite` fails the build. */
export const audiences: readonly Audience[] = [
  {
    slug: 'author',
    title: 'Authors',
    groups: {
      'Begin here': ['README.md', 'cli/README.md', 'operator/docs/start.md', 'operator/docs/coming-from.md'],
      'The guide': ['guide/*.md'],
      'Write and test': [
        'operator/docs/api.md',
        'operator/docs/testing.md',
        'operator/docs/testing-control-plane.md',
        'operator/docs/image.md',
        'test/operators/README.md',
        'operator/docs/README.md',
      ],
      Concepts: [
        'operator/docs/concepts/what-wakes-a-reconcile.md',
        'operator/docs/concepts/ownership.md',
        'operator/docs/concepts/apply.md',
        'operator/docs/concepts/status.md',
        'operator/docs/concepts/errors-and-retries.md',
        'operator/docs/concepts/finalizers.md',
        'operator/docs/concepts/caches.md',
        'operator/docs/concepts/permissions.md',
        'operator/docs/concepts/webhooks.md',
        'operator/docs/concepts/admission.md',
        'operator/docs/concepts/versions.md',
        'operator/docs/concepts/*.md',
      ],
      Reference: [
        'operator/docs/reference/context.md',
        'operator/docs/reference/compiler-messages.md',
        'operator/docs/glossary.md',
        'operator/docs/reference/api-*.md',
      ],
      Packages: ['operator/{runtime,testing,control-plane,generate,declaration}/README.md', 'cli/*/README.md'],
    },
  },
  {
    slug: 'platform',
    title: 'Platform engineers',
    groups: {
      Deploy: [
        'infra/README.md',
        'infra/docs/delivery-methods.md',
        'infra/docs/cdk8s.md',
        'infra/docs/cdk8s-languages.md',
        'infra/docs/gitops.md',
        'infra/docs/argo-cd.md',
        'infra/docs/flux.md',
        'infra/docs/helm.md',
        'infra/docs/olm.md',
        'infra/docs/pulumi.md',
        'infra/docs/pulumi-languages.md',
        'infra/docs/delivery-differences.md',
      ],
      Configure: [
        'infra/docs/environments.md',
        'infra/docs/options.md',
        'infra/docs/customize.md',
        'infra/docs/guards-and-policies.md',
        'infra/docs/webhooks.md',
        'infra/docs/permissions.md',
        'infra/docs/validation.md',
      ],
      Operate: [
        'operator/docs/troubleshooting.md',
        'operator/docs/observing.md',
        'infra/docs/monitoring.md',
        'operator/docs/metrics.md',
        'operator/docs/reference/{process,dry-run}.md',
        'infra/docs/preview-changes.md',
        'infra/docs/conflicts.md',
        'operator/docs/upgrade.md',
        'infra/docs/{crd-changes,crd-change-rules,roll-back}.md',
        '{operator,infra}/docs/uninstall.md',
      ],
      Runbooks: ['infra/docs/runbooks/*.md'],
      'The operators': [
        'operator/README.md',
        'operator/docs/{echo,scheduled-echo,immortal-container,memcached,web-server,pet,pet-store}.md',
      ],
      Reference: ['infra/docs/reference/*.md', 'imports/README.md'],
    },
  },
  {
    slug: 'contributor',
    title: 'Contributors',
    groups: {
      Contribute: [
        'CONTRIBUTING.md',
        'test/README.md',
        'test/{bench,delivery,faults}/**/README.md',
        'scripts/*/README.md',
        'test/ids.md',
      ],
      Internals: [
        'operator/docs/internals/path-of-an-event.md',
        'operator/docs/internals/path-of-a-write.md',
        'operator/docs/internals/*.md',
      ],
    },
  },
];

/** Groups that are closed at first, because one looks up single pages of them. */
export const closed: readonly string[] = ['Reference', 'Packages', 'Runbooks'];

/** Files that are not documentation of this repository: templates, instructions for assistants, results of runs. */
export const notOnSite: readonly string[] = [
  'AGENTS.md',
  'CHANGELOG.md',
  'cli/template/**',
  'infra/helm/**',
  'site/**',
  'test/bench/results/**',
  'test/e2e/**',
];
