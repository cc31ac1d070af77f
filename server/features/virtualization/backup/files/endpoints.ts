import { z } from 'zod'
import { endpoint } from '../../../../api/endpoint.ts'
import { backupFolder, backupVolumes, fileQuery, folderQuery } from '../../../../domain/backup/files.ts'
import { listFolder, listVolumes, readArchive, readFile } from './service.ts'

const common = { service: 'vm', tag: 'backup', method: 'GET', access: 'user' } as const
const GUEST =
  'The content is read in a throw-away guest without network on a node of the backup’s cluster, which is started when it is first asked for and kept for five minutes.'

/** Files of a backup. None of these is in the documents. */
export const backupFilesEndpoints = {
  volumes: endpoint({
    ...common,
    path: '/backup/{backup_id}/volume',
    summary: 'List the volumes of a backup',
    description: GUEST,
    answer: backupVolumes,
    run: (ctx, p) => listVolumes(ctx.actor, p.params.backup_id),
  }),
  folder: endpoint({
    ...common,
    path: '/backup/{backup_id}/file',
    summary: 'List a folder of a backup',
    description: `Folders come first. ${GUEST}`,
    query: folderQuery,
    answer: backupFolder,
    run: (ctx, p) => listFolder(ctx.actor, p.params.backup_id, p.query),
  }),
  content: endpoint({
    ...common,
    path: '/backup/{backup_id}/file/content',
    summary: 'Download a file of a backup',
    description: 'Links are not followed.',
    query: fileQuery,
    answer: z.unknown(),
    sendsFile: true,
    run: (ctx, p) => readFile(ctx.actor, p.params.backup_id, p.query),
  }),
  archive: endpoint({
    ...common,
    path: '/backup/{backup_id}/file/archive',
    summary: 'Download a folder of a backup as a tar archive',
    description: 'Devices, pipes and sockets are left out; links stay links.',
    query: fileQuery,
    answer: z.unknown(),
    sendsFile: true,
    run: (ctx, p) => readArchive(ctx.actor, p.params.backup_id, p.query),
  }),
}
