import { storageRecord } from '../../../server/domain/storage/schema.ts'
import { AttachStorage } from '../../storages/attach-storage.tsx'
import StorageDialogs from '../../storages/storage-dialogs.tsx'
import TagDialogs from '../../tags/tag-dialogs.tsx'
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'

const close = () => {}
const tags = [72]
const lvm = sampleOf(storageRecord, { kind: 'lvm', type: 'lvm', tags: [], clusters: [] })
const nas = sampleOf(storageRecord, { kind: 'nas', type: 'file', tags: [], clusters: [] })

export const storageForms: readonly Row[] = [
  {
    file: 'storages/storage-dialogs.tsx',
    form: 'StorageForm',
    state: 'new',
    draw: () => <StorageDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: {
      name: text('nas9'),
      type: choose(2, 'nas'),
      ip_addr: text('192.0.2.9', { at: 'storage_params.ip_addr' }),
      nas_storage_path: text('/export/vm', { at: 'storage_params.nas_storage_path' }),
      tags: pick({ sent: tags }),
      comment: text('a comment'),
    },
  },
  {
    file: 'storages/storage-dialogs.tsx',
    form: 'StorageForm',
    state: 'edit',
    draw: () => <StorageDialogs asked={{ command: 'edit', record: nas }} onClose={close} />,
    acts: { name: text('nas9'), tags: pick({ sent: tags }), comment: text('a comment') },
  },
  {
    file: 'storages/attach-storage.tsx',
    form: 'AttachStorage',
    state: 'a NAS',
    draw: () => <AttachStorage storage={nas} onClose={close} />,
    acts: {
      cluster: pick({ at: 'cluster_id' }),
      place: text('/nas/nine', { at: 'virt_pool.nas_storage_path' }),
      hdd_overselling: number(2),
      is_main: tick(true),
      ignore_checks: tick(true),
    },
  },
  {
    file: 'storages/attach-storage.tsx',
    form: 'AttachStorage',
    state: 'a volume group, of which no more can be promised',
    draw: () => <AttachStorage storage={lvm} onClose={close} />,
    acts: {
      cluster: pick({ at: 'cluster_id' }),
      place: text('vg0', { at: 'virt_pool.volume_group' }),
      is_main: tick(true),
      ignore_checks: tick(true),
    },
  },
  {
    file: 'tags/tag-dialogs.tsx',
    form: 'TagForm',
    state: 'new',
    draw: () => <TagDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { name: text('fast'), note: text('a note') },
  },
]
