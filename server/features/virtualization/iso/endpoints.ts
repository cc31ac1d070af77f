import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import {
  isoBegin,
  isoBegun,
  isoDownload,
  isoEdit,
  isoFetch,
  isoRecord,
  isoSave,
  isoUpload,
} from '../../../domain/iso/schema.ts'
import { empty, idAndTask } from '../../../domain/shared/fields.ts'
import { fetchIntoRepository, fetchIso } from './begin.ts'
import { uploadIntoRepository, uploadIso } from './begin-upload.ts'
import { isoList } from './list.ts'
import { saveIsos } from './save.ts'
import { deleteIso, editIso } from './service.ts'

const common = { service: 'vm', tag: 'iso', about: 'iso' } as const
const ofRepository = { ...common, access: 'admin' } as const

export const isoEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/os/iso',
    summary: 'List the ISO images',
    description: 'Accounts see their own ones and those for all.',
    access: 'user',
    list: isoList,
    row: isoRecord,
    csv: true,
  }),
  fetch: endpoint({
    ...common,
    method: 'POST',
    path: '/os/iso',
    summary: 'Fetch an ISO image from an address',
    description:
      'Redirects are followed. Addresses that lead to the panel itself are refused; other ones than public addresses are for administrators. What is no ISO image is refused as soon as its beginning is there.',
    access: 'user',
    body: isoFetch,
    answer: idAndTask,
    run: (ctx, { body }) => fetchIso(ctx, body),
  }),
  upload: endpoint({
    ...common,
    method: 'POST',
    path: '/os/iso/upload',
    summary: 'Begin the upload of an ISO image',
    description:
      'Its bytes are sent to `upload` by the protocol tus 1.0, at most 4 MiB in a request, and can be continued by any process of the panel. An upload that nothing comes of for 24 hours is cleared away.',
    access: 'user',
    body: isoBegin,
    wideNumbers: ['size_bytes'],
    answer: isoBegun,
    run: (ctx, { body }) => uploadIso(ctx, body),
  }),
  save: endpoint({
    ...common,
    method: 'POST',
    path: '/os/iso/save',
    summary: 'Store the ISO images that a repository offers',
    description:
      'They are fetched from the repository when they are first needed. Those that are not named any more go, unless they were fetched.',
    access: 'admin',
    body: isoSave,
    wideNumbers: true,
    answer: empty,
    run: (ctx, { body }) => saveIsos(ctx, body.repository_id, body.images),
  }),
  get: rowEndpoint({
    ...common,
    path: '/os/iso/{os_id}',
    summary: 'Read an ISO image',
    access: 'user',
    list: isoList,
    row: isoRecord,
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/os/iso/{os_id}',
    summary: 'Change what is said of an ISO image, and where it may be used',
    description: 'The task takes it off nodes of clusters that it is not for any more.',
    access: 'user',
    body: isoEdit,
    answer: idAndTask,
    run: (ctx, p) => editIso(ctx, p.params.os_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/os/iso/{os_id}',
    summary: 'Delete an ISO image, also from nodes',
    description:
      'Refused with the names of the VMs in whose drive it is. Of an image in another data folder of the panel the record is deleted: the output of the task says `elsewhere`.',
    access: 'user',
    answer: idAndTask,
    run: (ctx, p) => deleteIso(ctx, p.params.os_id),
  }),
  download: endpoint({
    ...ofRepository,
    method: 'POST',
    path: '/repository/{repository_id}/iso/download',
    summary: 'Fetch an ISO image into a repository, for all accounts',
    body: isoDownload,
    answer: idAndTask,
    run: (ctx, p) => fetchIntoRepository(ctx, p.params.repository_id, p.body.url),
  }),
  uploadIntoRepository: endpoint({
    ...ofRepository,
    method: 'POST',
    path: '/repository/{repository_id}/iso/upload',
    summary: 'Begin the upload of an ISO image into a repository, for all accounts',
    description: 'As other uploads, with Upload-Length in the first request.',
    body: isoUpload,
    answer: isoBegun,
    run: (ctx, p) => uploadIntoRepository(ctx, p.params.repository_id, p.body.iso_file_name),
  }),
}
