import { describe, expect, it } from 'vitest';

import { fromRegistry } from './packages.ts';
import { renderProject } from './render-project.ts';

const files = renderProject(
  { operator: 'coffee-shops', kind: 'CoffeeShop', group: 'shops.example.com' },
  fromRegistry('1.2.3'),
);

describe('a new project', () => {
  it('has eight files besides .gitignore', () => {
    expect([...files.keys()]).toEqual([
      'package.json',
      ...['AGENTS.md', 'README.md', '.gitignore', 'samples/coffee-shop.yaml'],
      ...['src/coffee-shop.test.ts', 'src/coffee-shop.ts', 'src/operator.ts', 'tsconfig.json'],
    ]);
  });

  it('has at most 60 lines of TypeScript that are not blank', () => {
    const sources = [...files].filter(([file]) => file.endsWith('.ts')).map(([, text]) => text);
    expect(sources.join('').match(/^.*\S.*$/gm)!.length).toBeLessThanOrEqual(60);
  });

  it('has the given names everywhere', () => {
    expect([...files.values()].join('')).not.toMatch(/cafe/i);
    expect(files.get('src/operator.ts')).toContain(
      "import { coffeeShop } from './coffee-shop.ts';\n\nexport const operator: OperatorDefinition = { name: 'coffee-shops',",
    );
    expect(files.get('src/coffee-shop.ts')).toContain(
      "group: 'shops.example.com',\n  version: 'v1',\n  kind: 'CoffeeShop'",
    );
    expect(files.get('samples/coffee-shop.yaml')).toContain('apiVersion: shops.example.com/v1\nkind: CoffeeShop\n');
    expect(files.get('README.md')).toContain('`src/coffee-shop.ts` declares the kind CoffeeShop');
  });

  it('installs only the runtime with the program', () => {
    const { dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '') as Record<string, object>;
    expect(dependencies).toEqual({ '@kubewright/runtime': '^1.2.3' });
    expect(Object.keys(devDependencies!)).toEqual([
      '@kubewright/cli',
      '@kubewright/testing',
      '@types/node',
      'typescript',
    ]);
  });
});
