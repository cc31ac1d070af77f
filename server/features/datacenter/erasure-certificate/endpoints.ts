import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint } from '../../../api/list/endpoints.ts'
import { certificateCheck, certificateRecord, certificateRow } from '../../../domain/erasure/schema.ts'
import { certificateList } from './list.ts'
import { certificateFile, checkCertificate, oneCertificate } from './service.ts'

const common = { service: 'dci', tag: 'erasure_certificate', method: 'GET', access: 'admin' } as const

/** Certificates of cleared disks. None of these is in the documents. */
export const erasureCertificateEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/erasure_certificate',
    summary: 'List certificates of cleared disks',
    description:
      'An operation that did not clear all that it should has a record that says so. `serial` filters by a drive.',
    list: certificateList,
    row: certificateRow,
    csv: true,
  }),
  get: endpoint({
    ...common,
    path: '/erasure_certificate/{certificate_id}',
    summary: 'Show one certificate',
    answer: certificateRecord,
    run: (ctx, p) => oneCertificate(ctx, p.params.certificate_id),
  }),
  check: endpoint({
    ...common,
    path: '/erasure_certificate/{certificate_id}/check',
    summary: 'Check that a certificate is unchanged',
    description: 'Compares its SHA-256 with the record in the audit chain, and looks at the chain from there on.',
    answer: certificateCheck,
    run: (ctx, p) => checkCertificate(ctx, p.params.certificate_id),
  }),
  file: endpoint({
    ...common,
    path: '/erasure_certificate/{certificate_id}/file',
    summary: 'Download a certificate',
    description: 'JSON, byte for byte the text whose SHA-256 is sealed.',
    answer: z.unknown(),
    sendsFile: true,
    run: (ctx, p) => certificateFile(ctx, p.params.certificate_id),
  }),
}
