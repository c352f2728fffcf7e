import { App } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { CrdsChart, OperatorChart } from '../charts/index.ts';
import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { environments } from '../environments/index.ts';
import { chartUnit } from '../objects/index.ts';
import { environmentUnits } from '../synthesis/index.ts';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/index.ts';
import { environmentPage } from './environment-page.ts';

const berlin: Environment = { name: 'berlin', namespace: 'zoo-system', image: { repository: 'zoo.example/operator' } };

function pageOf(declaration: OperatorDeclaration, changes: Partial<Environment> = {}, before?: Environment): string {
  const described = (environment: Environment) => {
    const app = new App();
    const props = { declaration, environment };
    return {
      name: environment.name,
      units: [new CrdsChart(app, 'crds', props), new OperatorChart(app, 'operator', props)].map(chartUnit),
    };
  };
  return environmentPage({
    ...described({ ...berlin, ...changes }),
    declaration,
    ...(before && { before: described(before) }),
  });
}

const linesOf = (page: string, pattern: RegExp): string[] => page.split('\n').filter((line) => pattern.test(line));

describe('the rights on the page of an environment', () => {
  it("are in words, with the reasons of any author's declaration", () => {
    expect(linesOf(pageOf(zoo), /^- may|^(ServiceAccount|Whoever)/)).toMatchInlineSnapshot(`
      [
        "ServiceAccount \`zoo-system/zoo\`, in the whole cluster, by **ClusterRole \`zoo\`**:",
        "- may create, delete, get, list and watch **Pods**, because Animal and Park use them",
        "- may get **Secret** \`feed\`, because Animal reads it",
        "- may get, list and watch **Animals**, because it reconciles them; Park reads them",
        "- may get, list and watch **Parks**, because it reconciles them",
        "- may patch the status of **Animals**, because it reports there what it has found",
        "ServiceAccount \`zoo-system/zoo\`, in namespace \`zoo-system\`, by **Role \`zoo-leader-election\`**:",
        "- may create **Leases**, because its replicas elect a leader",
        "- may get, update and watch **Lease** \`zoo-leader\`, because its replicas elect a leader",
      ]
    `);
  });

  it('have those of webhooks', () => {
    expect(linesOf(pageOf(zooWithWebhooks), /webhook|caBundle/)).toMatchInlineSnapshot(`
      [
        "    n7["Role<br/>zoo-webhooks"]",
        "    n10["NetworkPolicy<br/>zoo<br/>zoo-webhooks"]",
        "    n11["Secret<br/>zoo-webhooks"]",
        "    n13["Service<br/>zoo-webhooks"]",
        "    n8["ClusterRole<br/>zoo-webhooks"]",
        "  subgraph f4["webhooks"]",
        "    n14["MutatingWebhookConfiguration<br/>zoo-webhooks-animal"]",
        "    n15["ValidatingWebhookConfiguration<br/>zoo-webhooks-animal"]",
        "    n16["MutatingWebhookConfiguration<br/>zoo-webhooks-cage-pod"]",
        "    n17["ValidatingWebhookConfiguration<br/>zoo-webhooks-park"]",
        "- may create and patch **Jobs**, because the webhook animal tries writes of them",
        "ServiceAccount \`zoo-system/zoo\`, in namespace \`zoo-system\`, by **Role \`zoo-webhooks\`**:",
        "- may get and patch **Secret** \`zoo-webhooks\`, because it keeps the certificate of its webhooks there",
        "ServiceAccount \`zoo-system/zoo\`, in the whole cluster, by **ClusterRole \`zoo-webhooks\`**:",
        "- may list, patch and watch **MutatingWebhookConfiguration** \`zoo-webhooks-animal\` and \`zoo-webhooks-cage-pod\` and **ValidatingWebhookConfiguration** \`zoo-webhooks-animal\` and \`zoo-webhooks-park\`, because it keeps \`caBundle\` there",
      ]
    `);
  });

  it('have those of conversions', () => {
    const page = pageOf(zooWithVersions);
    const [, conversions = ''] = page.split('**ClusterRole `zoo-conversions`**');
    expect(linesOf(conversions, /^- may/)).toMatchInlineSnapshot(`
      [
        "- may get, list, patch and watch **CustomResourceDefinition** \`animals.zoo.example\`, because it keeps \`caBundle\` there",
        "- may list and patch **Animals**, because it stores every Animal in the newest stored version",
      ]
    `);
  });

  it('are only those of the controllers that run', () => {
    const page = pageOf(zoo, { controllers: ['park'] });
    // By its verbs, the right could be that of the controller of Animal.
    expect(linesOf(page, /\*\*Animals\*\*/)).toEqual([
      '- may get, list and watch **Animals**, because Park reads them',
    ]);
    expect(page).toContain('zoo 2.3.4 with its controllers for `Park`.');
  });

  it('have a reason each, in every environment', () => {
    for (const environment of environments) {
      const page = environmentPage({
        name: environment.name,
        units: environmentUnits(environment),
        declaration: kubewrightDeclaration(),
      });
      expect(linesOf(page, /^- may/).length).toBeGreaterThan(10);
      expect(linesOf(page, /^- may/).filter((line) => !/, because [\w`]|`\/metrics`$/.test(line))).toEqual([]);
    }
  });
});

describe('the sizes on the page of an environment', () => {
  it('are those of its workloads', () => {
    const page = pageOf(zoo, { replicas: 3, resources: { memoryLimit: '1024Mi', cpuLimit: '2000m' } });
    const [, sizes = ''] = page.split('## Sizes and limits\n\n');
    expect(sizes).toMatchInlineSnapshot(`
      "**Deployment \`zoo-system/zoo\`**

      - replicas: 3
      - image of \`operator\`: \`zoo.example/operator:2.3.4\`
      - requests of \`operator\`: cpu 100m, memory 128Mi
      - limits of \`operator\`: cpu 2000m, memory 1024Mi
      - volume \`tmp\`: up to 64Mi
      - disruption budget: maxUnavailable 1
      - rollout: RollingUpdate, maxSurge 1 and maxUnavailable 0
      - time to stop: 20 s
      "
    `);
  });
});

describe('the differences on the page of an environment', () => {
  it('are none to itself', () => {
    expect(pageOf(zoo, {}, { ...berlin, name: 'same' })).toMatch(/\n## What differs from same\n\nNothing\.\n$/);
  });

  it('are fields, objects that are in one of both, and objects in another namespace', () => {
    const page = pageOf(
      zoo,
      { replicas: 2, metrics: { secure: true } },
      { ...berlin, name: 'paris', namespace: 'zoo' },
    );
    const [, differences = ''] = page.split('## What differs from paris\n\n');
    expect(differences).toMatchInlineSnapshot(`
      "- only here: Namespace \`zoo-system\`
      - only here: ClusterRole \`zoo-metrics-auth\`, \`zoo-metrics-reader\`
      - only here: ClusterRoleBinding \`zoo-metrics-auth\`
      - only here: Service \`zoo-system/zoo-metrics\`
      - only in paris: Namespace \`zoo\`
      - in namespace \`zoo-system\`, not in \`zoo\`: \`ServiceAccount zoo\`, \`Role zoo-leader-election\`, \`RoleBinding zoo-leader-election\`, \`Deployment zoo\`, \`PodDisruptionBudget zoo\`, \`NetworkPolicy zoo\`
      - \`ClusterRoleBinding zoo\`
        - \`subjects[zoo].namespace: "zoo" → "zoo-system"\`
      - \`MutatingAdmissionPolicyBinding zoo-fed-animals\`
        - \`spec.matchResources.namespaceSelector.matchExpressions[kubernetes.io/metadata.name].values[1]: "zoo" → "zoo-system"\`
      - \`ValidatingAdmissionPolicyBinding zoo-fed-animals\`
        - \`spec.matchResources.namespaceSelector.matchExpressions[kubernetes.io/metadata.name].values[1]: "zoo" → "zoo-system"\`
      - \`ValidatingAdmissionPolicyBinding zoo-quiet-pods\`
        - \`spec.matchResources.namespaceSelector.matchExpressions[kubernetes.io/metadata.name].values[1]: "zoo" → "zoo-system"\`
      - \`RoleBinding zoo-system/zoo-leader-election\`
        - \`subjects[zoo].namespace: "zoo" → "zoo-system"\`
      - \`Deployment zoo-system/zoo\`
        - \`spec.template.spec.containers[operator].env[METRICS_SECURE]: absent → "true"\`
        - \`spec.template.spec.containers[operator].ports[metrics]: absent → {"containerPort":9090,"name":"metrics","protocol":"TCP"}\`
      - \`NetworkPolicy zoo-system/zoo\`
        - \`spec.ingress: absent → [{"from":[{"namespaceSelector":{},"podSelector":{}}],"ports":[{"port":9090,"protocol":"TCP"}]}]\`
      "
    `);
  });

  it('are left out if there is nothing to compare with', () => {
    expect(pageOf(zoo)).not.toContain('differs');
  });
});

describe('the picture on the page of an environment', () => {
  it('has frames for namespaces, arrows for bindings, and one box for objects with the same relations', () => {
    const [, picture = ''] = /```mermaid\n([^]*?)```/.exec(pageOf(zoo, { metrics: { plain: true } })) ?? [];
    expect(picture).toMatchInlineSnapshot(`
      "flowchart LR
        subgraph f0["kinds"]
          n0["CustomResourceDefinition<br/>Animal"]
          n1["CustomResourceDefinition<br/>Park"]
        end
        subgraph f1["policies"]
          n2["MutatingAdmissionPolicy<br/>zoo-crd-rollback"]
          n3["ValidatingAdmissionPolicy<br/>zoo-crd-rollback<br/>zoo-quiet-pods"]
          n11["MutatingAdmissionPolicy<br/>zoo-fed-animals"]
          n12["ValidatingAdmissionPolicy<br/>zoo-fed-animals"]
        end
        subgraph f2["namespace zoo-system"]
          n4["ServiceAccount<br/>zoo"]
          n6["Role<br/>zoo-leader-election"]
          n7["Deployment<br/>zoo"]
          n8["PodDisruptionBudget<br/>zoo"]
          n9["Service<br/>zoo-metrics"]
          n10["NetworkPolicy<br/>zoo"]
        end
        subgraph f3["cluster-wide rights"]
          n5["ClusterRole<br/>zoo"]
        end
        n7 -->|runs as| n4
        n8 -->|selects| n7
        n9 -->|selects| n7
        n10 -->|selects| n7
        n11 -->|completes| n0
        n12 -->|checks| n0
        n5 -->|is for| n4
        n6 -->|is for| n4
        classDef access fill:#fef3c7,stroke:#b45309,color:#111
        class n4,n5,n6 access
        classDef definition fill:#ede9fe,stroke:#6d28d9,color:#111
        class n0,n1,n2,n3,n11,n12 definition
        classDef network fill:#dcfce7,stroke:#15803d,color:#111
        class n8,n9,n10 network
        classDef workload fill:#dbeafe,stroke:#1d4ed8,color:#111
        class n7 workload
      "
    `);
  });
});
