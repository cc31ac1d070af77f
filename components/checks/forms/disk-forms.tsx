import { fireEvent, screen } from '@testing-library/react'
import { diskRow } from '../../../server/domain/disk/schema.ts'
import { hostRecord } from '../../../server/domain/host/record.ts'
import { DiskForm } from '../../disks/disk-list-dialogs.tsx'
import MoveDisk from '../../disks/move-disk.tsx'
import RestoreImage from '../../disks/restore-image.tsx'
import { AddDisk, AttachDisk } from '../../hosts/disks/add-disk.tsx'
import BackUpDisk from '../../hosts/disks/back-up-disk.tsx'
import { DiskBus, DiskOrder } from '../../hosts/disks/disk-link.tsx'
import GrowDisk from '../../hosts/disks/grow-disk.tsx'
import { RenameDisk } from '../../hosts/disks/rename-disk.tsx'
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { SECOND } from './stage.tsx'

const close = () => {}
const host = sampleOf(hostRecord)
const disk = sampleOf(diskRow, { size_mib: 1024, size_mib_new: null, bus: 'virtio' as never })
const free = { ...disk, id: 72, name: 'Second', host: null }

const place = (id: number, node: number) => ({
  id,
  name: `Place ${id}`,
  type: 'file',
  available_mib: 4096,
  node: { id: node, name: `n${node}` },
  reason: null,
})

const limit = number(800)

export const diskForms: readonly Row[] = [
  {
    file: 'hosts/disks/grow-disk.tsx',
    form: 'GrowDisk',
    state: 'edit',
    draw: () => <GrowDisk host={host} disk={disk} onClose={close} />,
    acts: {
      size_mib: number(40, { times: 1024 }),
      expand_part: text('vda2'),
      later: tick('host_stop', { at: 'defer.action' }),
    },
  },
  {
    file: 'hosts/disks/add-disk.tsx',
    form: 'AddDisk',
    state: 'new',
    draw: () => <AddDisk host={host} onClose={close} />,
    acts: {
      size_mib: number(40, { times: 1024 }),
      bus: choose(1, 'scsi'),
      name: text('data'),
      expand_part: text('vdb1'),
      storage: pick(),
    },
  },
  {
    file: 'hosts/disks/add-disk.tsx',
    form: 'AttachDisk',
    state: 'new',
    draw: () => <AttachDisk host={host} onClose={close} />,
    answers: { 'disk.list': { list: [free], size: 1 } },
    acts: { disk: choose(0, 72, 'disk_id'), bus: choose(1, 'scsi') },
  },
  {
    file: 'hosts/disks/rename-disk.tsx',
    form: 'RenameDisk',
    state: 'edit',
    draw: () => <RenameDisk disk={disk} onClose={close} />,
    acts: { name: text('data') },
  },
  {
    file: 'hosts/disks/back-up-disk.tsx',
    form: 'BackUpDisk',
    state: 'new',
    draw: () => <BackUpDisk host={host} disk={disk} onClose={close} />,
    acts: { name: text('before'), places: pick({ at: 'backup_locations', sent: [72] }) },
    answers: { 'backup.places': { list: [{ ...SECOND, name: 'Second, but no such thing', usable: true }] } },
  },
  {
    file: 'hosts/disks/disk-link.tsx',
    form: 'DiskBus',
    state: 'edit',
    draw: () => <DiskBus host={host} disk={disk} onClose={close} />,
    acts: { bus: choose(1, 'scsi') },
  },
  {
    file: 'hosts/disks/disk-link.tsx',
    form: 'DiskOrder',
    state: 'edit',
    draw: () => <DiskOrder host={host} disks={[disk, { ...free, id: 73 }]} onClose={close} />,
    acts: {
      'places.0': choose(1, 2, 'disks.0.boot_order'),
      'places.1': choose(0, 1, 'disks.1.boot_order'),
    },
  },
  {
    file: 'disks/move-disk.tsx',
    form: 'MoveDisk',
    state: 'new',
    draw: () => <MoveDisk disk={free} runs={null} onClose={close} />,
    answers: {
      'disk.migrateLocal': { list: [place(81, 5)], size: 1, reason: null },
      'disk.migrateNetwork': { list: [], size: 0, reason: null },
    },
    acts: {
      limit_mbitps: {
        ...limit,
        // Radio buttons are no fields of the walk.
        fill: (field) => {
          fireEvent.click(screen.getByRole('radio'))
          return limit.fill(field)
        },
      },
      plain: tick(false),
    },
  },
  {
    file: 'disks/restore-image.tsx',
    form: 'RestoreImage',
    state: 'edit',
    draw: () => <RestoreImage disk={free} onClose={close} />,
    acts: { path: text('/images/rescued.qcow2') },
  },
  {
    file: 'disks/disk-list-dialogs.tsx',
    form: 'DiskForm',
    state: 'new',
    draw: () => <DiskForm onClose={close} />,
    acts: {
      name: text('data'),
      size_mib: number(40, { times: 1024 }),
      expand_part: text('vdb1'),
      account: pick(),
      node: pick(),
      storage: pick(),
    },
  },
  {
    file: 'disks/disk-list-dialogs.tsx',
    form: 'DiskForm',
    state: 'edit',
    draw: () => <DiskForm record={{ ...free, account: { id: 9, email: 'a@example.com' } }} onClose={close} />,
    acts: { name: text('data'), size_mib: number(40, { times: 1024 }), expand_part: text('vdb1'), account: pick() },
  },
]
