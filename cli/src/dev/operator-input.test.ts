import { awaitChange, defineController, defineSettings, defineWebhook } from '@kubewright/runtime';
import { Secret } from '@kubewright/runtime/kinds';
import { describe, expect, it } from 'vitest';

import { buildOperatorInput, checkOperatorFlags } from './operator-input.ts';

const settings = defineSettings({
  licenceUrl: { type: 'string', aliases: [{ env: 'LICENSE_SERVER' }], description: '' },
  seats: { type: 'integer', env: 'MAX_SEATS', description: '' },
});
const locale = defineSettings({ locale: { type: 'string', description: '' } });
const operator = {
  controllers: [defineController(Secret, { name: 'secrets', settings, reconcile: () => Promise.resolve(awaitChange) })],
  webhooks: [defineWebhook(Secret, { settings: locale, validate: () => [] })],
};
const loaded = {
  operator,
  settings: [
    { name: 'watchNamespaces', env: 'WATCH_NAMESPACE' },
    { name: 'webhookPort', env: 'WEBHOOK_PORT' },
    { name: 'licenceUrl', env: 'LICENCE_URL' },
    { name: 'seats', env: 'MAX_SEATS' },
    { name: 'locale', env: 'LOCALE' },
  ],
};
const project = { folder: '/shops', module: 'src/operator.ts', description: '' };

describe('the operator of kubewright dev', () => {
  it('gets the variables of its own settings, and no others', () => {
    const own = { LICENCE_URL: 'http://127.0.0.1:1', LICENSE_SERVER: 'b', MAX_SEATS: '3', LOCALE: 'de' };
    const others = { WATCH_NAMESPACE: 'shops', WEBHOOK_PORT: '9443', KUBECONFIG: '/x', KUBERNETES_SERVICE_HOST: '::1' };
    expect(buildOperatorInput(loaded, project, { ...own, ...others }).env).toEqual(own);
  });

  it('gets the flags of the user after the defaults of dev, and before those that dev needs', () => {
    const options = { ...project, logsJson: true, context: 'kind', webhookFlags: ['--webhook-port', '1'] };
    const { argv } = buildOperatorInput(loaded, { ...options, flags: ['--metrics-port', '9090'] }, {});
    const at = argv.indexOf('9090');
    expect(argv.slice(0, at).filter((each) => each.startsWith('--'))).toEqual(
      expect.arrayContaining(['--no-leader-elect', '--metrics-port', '--health-port', '--grace-period-seconds']),
    );
    expect(argv.slice(at + 1)).toEqual([
      ...['--log-format', 'json', '--log-level', 'debug'],
      ...['--context', 'kind', '--webhook-port', '1'],
    ]);
  });
});

describe('the flags after --', () => {
  it.each([[[]], [['--licence-url=http://x', '--seats', '-1', '--contexts', 'x']], [['--webhook-secret', 'context']]])(
    'can be %j',
    (flags) => {
      expect(() => {
        checkOperatorFlags(flags);
      }).not.toThrow();
    },
  );

  it.each([
    [['shops'], 'shops to the operator: only flags can follow `--`'],
    [['--seats', '3', '--context=kind'], '--context=kind to the operator: pass --context before `--`'],
    [['--no-webhooks-enabled'], '--no-webhooks-enabled to the operator: kubewright dev sets it'],
    [['--help'], '--help to the operator: `kubewright run --help` lists'],
  ])('cannot be %j', (flags, message) => {
    expect(() => {
      checkOperatorFlags(flags);
    }).toThrow(message);
  });
});
