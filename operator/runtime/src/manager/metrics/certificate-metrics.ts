import type { CertificateObserver } from '../../certificates/index.ts';
import type { Families } from './families.ts';

/** The families `certwatcher_*`: takes note of looks at the files of a certificate. */
export function certificateFamilies(families: Families): CertificateObserver {
  const reads = families.counter({
    name: 'certwatcher_read_certificate_total',
    help: 'How often the files of a certificate were read.',
    labelNames: [],
  });
  const errors = families.counter({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'How often the files of a certificate could not be read, or not be used.',
    labelNames: [],
  });
  return {
    read: () => {
      reads.inc();
    },
    failed: () => {
      reads.inc();
      errors.inc();
    },
  };
}
