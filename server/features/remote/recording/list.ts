import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { recordedKinds, recordedModes, recordedObjects, recordingStates } from '../../../domain/recording/states.ts'
import { msg } from '../../../shared/text.ts'
import { adminsOnly } from '../../datacenter/device/list-parts.ts'

/** Recordings, the newest first. */
export const recordingList = defineList<Actor>({
  name: 'recording',
  what: msg`Recording`,
  from: 'recording d',
  fields: {
    id: { type: 'int', sql: 'd.id' },
    object: { type: 'enum', sql: 'd.object', values: recordedObjects },
    object_id: { type: 'int', sql: 'd.object_id' },
    object_name: { type: 'text', sql: 'd.object_name' },
    account_id: { type: 'int', sql: 'd.account_id' },
    account_email: { type: 'text', sql: 'd.account_email' },
    kind: { type: 'enum', sql: 'd.kind', values: recordedKinds },
    mode: { type: 'enum', sql: 'd.mode', values: recordedModes },
    state: { type: 'enum', sql: 'd.state', values: recordingStates },
    fault: { type: 'text', sql: 'd.fault' },
    started_at: { type: 'time', sql: 'd.started_at' },
    ended_at: { type: 'time', sql: 'd.ended_at', nullable: true },
    duration_ms: { type: 'int', sql: 'd.duration_ms' },
    bytes: { type: 'int', sql: 'd.bytes' },
  },
  defaultOrder: 'started_at desc, id desc',
  search: ['object_name', 'account_email'],
  visible: adminsOnly,
})
