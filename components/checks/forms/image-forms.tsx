import { fireEvent } from '@testing-library/react'
import { imageFields } from '../../../server/domain/image/fields.ts'
import { type Image, imageRecord } from '../../../server/domain/image/schema.ts'
import { isoFields } from '../../../server/domain/iso/fields.ts'
import { type Iso, isoRecord } from '../../../server/domain/iso/schema.ts'
import { osFields } from '../../../server/domain/os/fields.ts'
import { osRecord } from '../../../server/domain/os/schema.ts'
import { repositoryRecord } from '../../../server/domain/repository/schema.ts'
import RepositoryDialogs from '../../images/repository-dialogs.tsx'
import SystemDialogs from '../../images/system-dialogs.tsx'
import IsoDialogs from '../../isos/iso-dialogs.tsx'
import ImageDialogs from '../../vm-images/image-dialogs.tsx'
import { choose, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'

const close = () => {}
const iso = sampleOf(isoRecord, { state: 'ready', size_bytes: 1 }) as Iso
const onNode = { state: 'ready' as const, disabled: false, fault: null, ip_addr: '', ssh_port: 0 }
const image = sampleOf(imageRecord, {
  state: 'active',
  for_all: false,
  nodes: [
    { ...onNode, id: 5, name: 'n5' },
    { ...onNode, id: 6, name: 'n6' },
  ],
}) as Image
const chooseFile = (field: HTMLElement) =>
  void fireEvent.change(field, { target: { files: [new File(['x'], 'a.iso')] } })

export const imageForms: readonly Row[] = [
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'EditImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'edit', record: image }} onClose={close} />,
    acts: { ...own(imageFields, 'edit'), account: pick(), for_all: tick(true) },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'CopyImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'copy', record: image }} onClose={close} />,
    acts: { node: pick() },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'MoveImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'move', record: image }} onClose={close} />,
    acts: { source: choose(1, 6), destination: pick() },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'RelocateImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'relocate', record: image }} onClose={close} />,
    acts: { storage: pick({ at: 'destination' }) },
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'AddIso',
    state: 'new',
    draw: () => <IsoDialogs asked={{ command: 'create', from: 'address' }} onClose={close} />,
    acts: { url: text('https://images.example/a.iso'), name: text('main'), for_all: tick(true) },
    keeps: ['source'],
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'ResumeUpload',
    state: 'edit',
    draw: () => <IsoDialogs asked={{ command: 'resume', record: iso }} onClose={close} />,
    // What it sends goes past the operations.
    acts: { file: { fill: chooseFile, sent: undefined } },
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'EditIso',
    state: 'edit',
    draw: () => <IsoDialogs asked={{ command: 'edit', record: iso }} onClose={close} />,
    acts: {
      ...own(isoFields, 'edit'),
      os_type: text('windows'),
      clusters: pick({ sent: [5, 72] }),
      for_all: tick(true),
    },
  },
  {
    file: 'images/repository-dialogs.tsx',
    form: 'RepositoryForm',
    state: 'new',
    draw: () => <RepositoryDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { name: text('main'), url: text('/srv/images') },
    keeps: ['place'],
  },
  {
    file: 'images/repository-dialogs.tsx',
    form: 'RepositoryForm',
    state: 'edit',
    draw: () => (
      <RepositoryDialogs
        asked={{ command: 'edit', record: sampleOf(repositoryRecord, { url: '/srv/old' }) }}
        onClose={close}
      />
    ),
    acts: { name: text('main'), url: text('/srv/images') },
    keeps: ['place'],
  },
  {
    file: 'images/system-dialogs.tsx',
    form: 'SystemForm',
    state: 'edit',
    draw: () => (
      <SystemDialogs
        asked={{ command: 'edit', record: sampleOf(osRecord, { kms_supported: true, kms_port: '1688' }) }}
        onClose={close}
      />
    ),
    acts: {
      clusters: pick({ sent: [5, 72] }),
      ...own(osFields, 'edit'),
      product_key: text('ABCDE-12345-FGHIJ-67890-KLMNO'),
      kms_ip: text('kms.example.com'),
      kms_port: text('1700'),
    },
  },
]
