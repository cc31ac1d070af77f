import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { serveRow } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import {
  backupLocationCreate,
  backupLocationDelete,
  backupLocationEdit,
  backupLocationRecord,
  locationHost,
  locationUse,
  recoveryAnswer,
  recoveryBody,
} from '../../../domain/backup-location/schema.ts'
import { deletedAnswer, idAndTask } from '../../../domain/shared/fields.ts'
import { msg } from '../../../shared/text.ts'
import { backupLocationList, locationHostList } from './list.ts'
import { makeRecovery } from './recovery.ts'
import { checkBackupLocation, createBackupLocation, deleteBackupLocation, editBackupLocation } from './service.ts'
import { locationUseOf } from './use.ts'

const common = { service: 'vm', tag: 'backup', access: 'admin' } as const
const _what = msg`Backup location`

export const backupLocationEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/backup_location',
    summary: 'List the backup locations',
    list: backupLocationList,
    row: backupLocationRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/backup_location/{location_id}',
    summary: 'Read a backup location',
    list: backupLocationList,
    row: backupLocationRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/backup_location',
    summary: 'Add a backup location',
    description:
      'An account that may use SFTP of OpenSSH; nothing is installed there. What is stored is encrypted before it leaves the panel. `task` checks the connection, and pins the host key.',
    body: backupLocationCreate,
    answer: idAndTask,
    run: (ctx, { body }) => createBackupLocation(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/backup_location/{location_id}',
    summary: 'Change a backup location',
    description:
      'The password stays unless another one is given; an empty one means the SSH key of the panel. Another `ip` or `port`, or the same `ip` after a check that failed, accepts a new host key. `task` checks it again.',
    body: backupLocationEdit,
    answer: idAndTask,
    run: (ctx, p) => editBackupLocation(ctx, p.params.location_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/backup_location/{location_id}',
    summary: 'Delete a backup location',
    description:
      'Its files stay where they are. They open only with its recovery file. The backups that lie nowhere else are forgotten, which has to be asked for by their number (`forget`).',
    query: backupLocationDelete,
    answer: deletedAnswer,
    run: (ctx, p) => deleteBackupLocation(ctx, p.params.location_id, p.query.forget ?? 0),
  }),
  check: endpoint({
    ...common,
    method: 'POST',
    path: '/backup_location/{location_id}/check',
    summary: 'Check a backup location',
    description: 'Signs in, writes a file, brings it to the disk, renames it, reads it back and removes it.',
    answer: idAndTask,
    run: (ctx, p) => checkBackupLocation(ctx, p.params.location_id),
  }),
  recovery: endpoint({
    ...common,
    method: 'POST',
    path: '/backup_location/{location_id}/recovery',
    summary: 'Make a recovery file of a backup location',
    description:
      'The keys of the location, sealed by the passphrase. With this file and the folder its backups can be read without the database of this panel.',
    body: recoveryBody,
    answer: recoveryAnswer,
    run: (ctx, p) => makeRecovery(ctx, p.params.location_id, p.body.passphrase),
  }),
  use: endpoint({
    ...common,
    method: 'GET',
    path: '/backup_location/{location_id}/use',
    summary: 'Read what a backup location held over time',
    description: 'A point a day, of the days on which it was looked through.',
    query: z.object({ days: z.coerce.number().int().min(1).max(1095).default(90) }),
    answer: locationUse,
    async run(ctx, p) {
      await serveRow(backupLocationList, ctx, p.params.location_id)
      return locationUseOf(p.params.location_id, p.query.days)
    },
  }),
  hosts: listEndpoint({
    ...common,
    path: '/backup_location/{location_id}/host',
    summary: 'List what lies in a backup location by VM',
    list: locationHostList,
    row: locationHost,
    of: backupLocationList,
    scope: (id) => sql`v.location_id = ${id}`,
  }),
}
