import { backupLocationRecord } from '../../../server/domain/backup-location/schema.ts'
import BackupLocationDialogs from '../../backup-locations/backup-location-dialogs.tsx'
import { choose, number, pick, text } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { FIRST } from './stage.tsx'

const close = () => {}
const record = sampleOf(backupLocationRecord, {
  connection_params: { ip: '192.0.2.1', port: 22, login: 'backup', path: '/srv/backup' },
  quota_mib: 1000,
  chunk_mib: 1,
  clusters: [{ ...FIRST, image_storage_path: '/images', datacenter_type: 'common' }],
})
const acts = {
  name: text('vault'),
  ip: text('192.0.2.7', { at: 'connection_params.ip' }),
  port: number(2222, { at: 'connection_params.port' }),
  login: text('keeper', { at: 'connection_params.login' }),
  password: text('a-secret', { at: 'connection_params.password' }),
  path: text('/srv/other', { at: 'connection_params.path' }),
  quota_mib: number(5000),
  comment: text('a comment'),
  clusters: pick({ sent: [72] }),
}

/** Forms of backups and the places where they are stored. */
export const backupForms: readonly Row[] = [
  {
    file: 'backup-locations/backup-location-form.tsx',
    form: 'BackupLocationForm',
    state: 'new',
    draw: () => <BackupLocationDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { ...acts, chunk_mib: choose(1, 4) },
  },
  {
    file: 'backup-locations/backup-location-form.tsx',
    form: 'BackupLocationForm',
    state: 'edit',
    draw: () => <BackupLocationDialogs asked={{ command: 'edit', record }} onClose={close} />,
    acts: { ...acts, clusters: pick({ sent: [5, 72] }) },
  },
  {
    file: 'backup-locations/recovery-dialog.tsx',
    form: 'RecoveryDialog',
    state: 'new',
    draw: () => <BackupLocationDialogs asked={{ command: 'recovery', record }} onClose={close} />,
    answers: { 'backupLocation.recovery': { file_name: 'recovery.json', content: '{}' } },
    acts: { passphrase: text('a long passphrase') },
  },
]
