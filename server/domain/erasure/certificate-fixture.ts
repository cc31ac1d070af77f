import type { CertificateContent } from './certificate.ts'

/** What a certificate says of a clearing that did not succeed. */
export const someCertificate = (): CertificateContent => ({
  ...{ version: 1, number: '2026-00001', result: 'failed', reason: null, owner: null, started_by: 'admin@example.com' },
  operation: { id: 1, type: 'clear_hdd', clear_hdd: 'full' },
  server: { id: 1, name: 'server-1', vendor: 'Dell Inc.', product: 'PowerEdge R650', serial: '8TN4K23', platform: 'P' },
  place: { location: 'FRA1', rack: 'B04', unit: 12 },
  ...{ began: '2026-09-04T02:14:02.000Z', ended: '2026-09-04T08:51:44.000Z', live_system: null },
  drives: [],
})
