import type { FieldFates } from '../fates.ts'

/** Of backups, rehearsals and schedules. */
export const readVmBackups: FieldFates = {
  'vm backup': {
    'server/features/virtualization/schedule/targets.ts': ['schedules[]'],
    'server/features/virtualization/backup/available.ts': ['pinned'],
    'server/features/virtualization/backup/restore/in-place.ts': ['backup'],
    'server/features/virtualization/backup/restore/as-new.ts': ['cluster', 'password', 'at_once'],
    'server/features/virtualization/host/create.ts': ['account'],
    'server/features/virtualization/storage/choose.ts': ['storage'],
    'server/features/virtualization/host/placement.ts': ['node'],
    'server/features/virtualization/host/asked-addresses.ts': [
      'ip_addr.name',
      'ip_addr.ip_pool',
      'ipv4_number',
      'ipv4_pool[]',
    ],
    'server/features/virtualization/backup-location/open.ts': [
      'type',
      'connection_params.ip',
      'connection_params.port',
      'connection_params.login',
      'connection_params.password',
      'connection_params.path',
    ],
    'server/features/virtualization/backup/service.ts': [
      'backup_locations[]',
      'backup_locations',
      'comment',
      'name',
      'schedule',
      'state',
    ],
    'server/features/virtualization/backup/start.ts': ['mode'],
    'server/features/virtualization/backup/move.ts': ['destination', 'destination_type', 'source'],
    'server/features/virtualization/backup-location/service.ts': [
      'chunk_mib',
      'clusters[]',
      'let_go',
      'connection_params.has_password',
      'skip_connection_check',
    ],
    'server/features/virtualization/backup-location/recovery.ts': [
      'recovery.file',
      'recovery.passphrase',
      'passphrase',
    ],
  },
  'vm rehearsal': {
    'server/features/virtualization/rehearsal/due.ts': ['enabled', 'every_days', 'time_zone', 'at_once'],
    'server/domain/rehearsal/hours.ts': ['from_hour', 'until_hour'],
    'server/features/virtualization/rehearsal/start.ts': ['limit_minutes'],
  },
  'vm schedule': {
    'server/domain/schedule/slots.ts': [
      'start_time.day',
      'start_time.week_day',
      'start_time.hour',
      'start_time.minute',
      'time_zone',
    ],
    'server/features/virtualization/schedule/targets.ts': [
      'backup_locations[]',
      'clusters[]',
      'nodes[]',
      'hosts[]',
      'presets[]',
      'disks[]',
    ],
  },
}
