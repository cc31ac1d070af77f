import { backupRow } from '../../../server/domain/backup/schema.ts'
import { backupLocationRecord } from '../../../server/domain/backup-location/schema.ts'
import { rehearsalPlan } from '../../../server/domain/rehearsal/schema.ts'
import { scheduleRecord } from '../../../server/domain/schedule/schema.ts'
import BackupLocationDialogs from '../../backup-locations/backup-location-dialogs.tsx'
import { EditBackup } from '../../backups/edit-backup.tsx'
import { CopyBackup, MoveBackup, RelocateBackup } from '../../backups/transfer-backup.tsx'
import { PlanForm } from '../../rehearsals/plan-dialog.tsx'
import { RestoreAsDisk } from '../../restore/restore-as-disk.tsx'
import { RestoreAsHost } from '../../restore/restore-as-host.tsx'
import AddToSchedule from '../../schedules/add-to/add-to-schedule.tsx'
import ScheduleDialogs from '../../schedules/schedule-dialogs.tsx'
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { FIRST, SECOND } from './stage.tsx'

const close = () => {}
const record = sampleOf(backupLocationRecord, {
  connection_params: { ip: '192.0.2.1', port: 22, login: 'backup', password: '', path: '/srv/backup' },
  quota_mib: 1000,
  chunk_mib: 1,
  clusters: [{ ...FIRST, image_storage_path: '/images', datacenter_type: 'common' }],
})
const backup = sampleOf(backupRow, { estimated_size_mib: 2048, state: 'active', cluster: null })
const onNode = { ...backup, copies: [{ ...backup.copies[0]!, backup_location: null, node: { id: 5, name: 'first' } }] }
const acts = {
  name: text('vault'),
  ip: text('192.0.2.7', { at: 'connection_params.ip' }),
  port: number(2222, { at: 'connection_params.port' }),
  login: text('keeper', { at: 'connection_params.login' }),
  password: text('a-secret', { at: 'connection_params.password' }),
  path: text('/srv/other', { at: 'connection_params.path' }),
  quota_mib: number(5000, { emptied: 0 }),
  comment: text('a comment'),
  clusters: pick({ sent: [72] }),
}

const schedule = sampleOf(scheduleRecord, {
  name: 'Nightly',
  enabled: true,
  type: 'daily',
  start_time: { day: null, week_day: null, hour: 2, minute: 30 },
  time_zone: 'UTC',
  ...{ clusters: [5], nodes: [5], hosts: [5], presets: [5], disks: [5], backup_locations: [5] },
})
const picked = (before: number[]) => pick({ sent: [...before, 72] })
const SATURDAY = { hour: 21, minute: 45, week_day: 6 }
const ofSchedule = (before: number[]) => ({
  name: text('Evening'),
  backup_mode: choose(1, 'host_all'),
  type: choose(1, 'weekly'),
  week_day: choose(5, SATURDAY, 'start_time'),
  time: text('21:45', { at: 'start_time', sent: SATURDAY }),
  keep_last: number(3),
  keep_daily: number(9),
  keep_weekly: number(8),
  keep_monthly: number(7),
  limit_count: number(50, { emptied: 0 }),
  limit_size_mib: number(5000, { emptied: 0 }),
  starts_per_hour: number(30),
  limit_mib_s: number(40),
  enabled: tick(false),
  comment: text('a comment'),
  ...{ clusters: picked(before), nodes: picked(before), hosts: picked(before), presets: picked(before) },
  ...{ disks: picked(before), backup_locations: picked(before) },
})

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
    acts: { ...acts, clusters: pick({ sent: [FIRST.id, 72] }) },
  },
  {
    file: 'backup-locations/recovery-dialog.tsx',
    form: 'RecoveryDialog',
    state: 'new',
    draw: () => <BackupLocationDialogs asked={{ command: 'recovery', record }} onClose={close} />,
    answers: { 'backupLocation.recovery': { file_name: 'recovery.json', content: '{}' } },
    acts: { passphrase: text('a long passphrase') },
  },
  {
    file: 'rehearsals/plan-dialog.tsx',
    form: 'PlanForm',
    state: 'edit',
    draw: () => <PlanForm plan={rehearsalPlan.parse({})} onClose={close} />,
    acts: {
      enabled: tick(true),
      every_days: number(9),
      limit_minutes: number(20),
      from_hour: number(3),
      until_hour: number(6),
      at_once: number(4),
      time_zone: text('Europe/Berlin'),
    },
  },
  {
    file: 'schedules/schedule-form.tsx',
    form: 'ScheduleForm',
    state: 'new',
    draw: () => <ScheduleDialogs asked={{ command: 'create' }} onClose={close} />,
    // Its list is too long for this check.
    keeps: ['zone'],
    acts: ofSchedule([]),
  },
  {
    file: 'schedules/schedule-form.tsx',
    form: 'ScheduleForm',
    state: 'edit',
    draw: () => <ScheduleDialogs asked={{ command: 'edit', record: schedule }} onClose={close} />,
    keeps: ['zone'],
    acts: ofSchedule([5]),
  },
  {
    file: 'schedules/add-to/add-to-schedule.tsx',
    form: 'AddToSchedule',
    state: 'edit',
    draw: () => <AddToSchedule host={FIRST} onClose={close} />,
    answers: {
      'schedule.list': { list: [FIRST, SECOND].map((one) => ({ ...schedule, ...one })), size: 2 },
      'schedule.get': { ...schedule, id: SECOND.id },
    },
    acts: { schedule: pick({ at: 'hosts', sent: [5, FIRST.id] }) },
  },
  {
    file: 'backups/edit-backup.tsx',
    form: 'EditBackup',
    state: 'edit',
    draw: () => <EditBackup backup={backup} onClose={close} />,
    acts: { name: text('before the upgrade'), comment: text('a comment'), pinned: tick(true) },
  },
  {
    file: 'backups/transfer-backup.tsx',
    form: 'CopyBackup',
    state: 'edit',
    draw: () => <CopyBackup backup={backup} onClose={close} />,
    acts: { node: pick() },
  },
  {
    file: 'backups/transfer-backup.tsx',
    form: 'MoveBackup',
    state: 'edit',
    draw: () => <MoveBackup backup={onNode} onClose={close} />,
    keeps: ['source'],
    acts: { destination: pick() },
  },
  {
    file: 'backups/transfer-backup.tsx',
    form: 'RelocateBackup',
    state: 'edit',
    draw: () => <RelocateBackup backup={backup} onClose={close} />,
    keeps: ['destination_type'],
    acts: { location: pick({ at: 'destination' }) },
  },
  {
    file: 'restore/restore-as-host.tsx',
    form: 'RestoreAsHost',
    state: 'new',
    draw: () => <RestoreAsHost backup={backup} together={[backup]} onClose={close} />,
    acts: {
      name: text('back'),
      cluster: pick(),
      node: pick(),
      storage: pick(),
      ipv4: text('192.0.2.77', { at: 'ip_addr.name' }),
      password: text('a-long-secret'),
      at_once: tick(true),
    },
  },
  {
    file: 'restore/restore-as-disk.tsx',
    form: 'RestoreAsDisk',
    state: 'new',
    draw: () => <RestoreAsDisk backup={backup} onClose={close} />,
    acts: { name: text('data'), node: pick(), storage: pick() },
  },
]
