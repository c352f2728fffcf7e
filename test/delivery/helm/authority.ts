/** A certificate authority for samples of values. */
export const authority = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBeTCCAR+gAwIBAgIUc3xlikQwq7xzBxatS1JmoeitgL4wCgYIKoZIzj0EAwIw',
  'ETEPMA0GA1UEAwwGc2FtcGxlMCAXDTI2MTEyNjEwMDcxM1oYDzIxMjYxMTAyMTAw',
  'NzEzWjARMQ8wDQYDVQQDDAZzYW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC',
  'AAQ0QUqEjypA/9dMJfSV2mEtJ3OAd4XTGqtTY9ckUo1eDLlneMBVKzE6AsM82xFl',
  '3aP+s1Z8VPvaujgKOXheAT2mo1MwUTAdBgNVHQ4EFgQUlqrkEpQTHqig0I0Y90ep',
  'Xap3+j0wHwYDVR0jBBgwFoAUlqrkEpQTHqig0I0Y90epXap3+j0wDwYDVR0TAQH/',
  'BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA3d+wZ0JkcMUyg7UU7EvxPrJpfmLL',
  'vLe/hInnBuMJpQICICAuX9a4D6Y2UqV+UWeebwzEJAAOiRB12Ir9vjszj6Bf',
  '-----END CERTIFICATE-----',
].join('\n');
