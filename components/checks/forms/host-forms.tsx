import { hostRecord } from '../../../server/domain/host/record.ts'
import { imageFields } from '../../../server/domain/image/fields.ts'
import MakeBackup from '../../hosts/backups/make-backup.tsx'
import { CloneHost } from '../../hosts/dialogs/clone-host.tsx'
import { CreateImage } from '../../hosts/dialogs/create-image.tsx'
import { EditHost } from '../../hosts/dialogs/edit-host.tsx'
import { GuestPassword } from '../../hosts/dialogs/guest-password.tsx'
import { HostOwner } from '../../hosts/dialogs/host-owner.tsx'
import { HostResourcesDialog } from '../../hosts/dialogs/host-resources.tsx'
import { EjectIso, MountIso } from '../../hosts/dialogs/iso.tsx'
import { ReinstallHost } from '../../hosts/dialogs/reinstall-host.tsx'
import { StartRescue } from '../../hosts/dialogs/rescue.tsx'
import { RetryHost } from '../../hosts/dialogs/retry-host.tsx'
import { SpiceSettings } from '../../hosts/dialogs/spice-settings.tsx'
import { VncPassword } from '../../hosts/dialogs/vnc-password.tsx'
import { TakeSnapshot } from '../../hosts/snapshots/take-snapshot.tsx'
import { choose, number, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { limits, system } from './host-samples.ts'
import { sampleOf } from './sample.ts'
import { type Note, SECOND } from './stage.tsx'

const close = () => {}
const host = sampleOf(hostRecord)
const running = {
  ...host,
  state: 'active' as const,
  snapshot_ram: true,
  cluster: { ...host.cluster, virtualization_type: 'kvm' as const },
}
const calls = (note: Note) =>
  ({
    edit: (_host: unknown, values: object) => note(values),
    password: (_id: number, password: string) => note({ password }),
    retry: (_id: number, password: string) => note({ password }),
    vncPassword: (_id: number, password: string) => note({ password }),
    spice: (_host: unknown, values: object) => note(values),
    owner: (_id: number, account: number) => note({ account }),
    resources: (_id: number, body: object) => note(body),
    reinstall: (_id: number, body: object) => note(body),
    rescue: (_id: number, body: object) => note(body),
    mountIso: (_id: number, body: object) => note(body),
    makeImage: (_id: number, body: object) => note(body),
    ejectIso: (_id: number, installed: boolean) => note({ installed }),
    clone: async (id: number, body: object) => {
      await note(body)
      return { id }
    },
  }) as never
const mounted = { iso_status: 'mounted' as const, iso: { id: 5, name: 'i', waits: null, leaving: false } }
const hostDialog = (note: Note) => ({ host, calls: calls(note), onClose: close })

export const hostForms: readonly Row[] = [
  {
    file: 'hosts/dialogs/host-resources.tsx',
    form: 'HostResourcesDialog',
    state: 'edit',
    draw: (note) => <HostResourcesDialog {...hostDialog(note)} host={{ ...host, cluster: running.cluster }} />,
    acts: {
      cpu_number: number(3),
      ram_mib: number(4, { times: 1024 }),
      cpu_mode: choose(1, 'host-model'),
      hot_plug: tick(true),
      nesting: tick(true),
      ...limits,
      later: tick('host_stop', { at: 'defer.action' }),
    },
  },
  {
    file: 'hosts/dialogs/clone-host.tsx',
    form: 'CloneHost',
    state: 'edit',
    draw: (note) => <CloneHost {...hostDialog(note)} />,
    acts: { name: text('web-9'), password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/create-image.tsx',
    form: 'CreateImage',
    state: 'new',
    draw: (note) => <CreateImage {...hostDialog(note)} />,
    acts: { ...own(imageFields, 'create'), cleared: tick(false), for_all: tick(true) },
  },
  {
    file: 'hosts/snapshots/take-snapshot.tsx',
    form: 'TakeSnapshot',
    state: 'new',
    draw: () => <TakeSnapshot host={running} onClose={close} />,
    acts: { name: text('before'), description: text('all well'), quiesce: tick(false), with_ram: tick(true) },
  },
  {
    file: 'hosts/backups/make-backup.tsx',
    form: 'MakeBackup',
    state: 'new',
    draw: () => <MakeBackup host={running} onClose={close} />,
    answers: { 'backup.places': { list: [{ ...SECOND, name: 'Second, but no such thing', usable: true }] } },
    acts: {
      places: pick({ at: 'backup_locations', sent: [SECOND.id] }),
      mode: choose(1, 'host_main'),
      name: text('before'),
      comment: text('all well'),
    },
  },
  {
    file: 'hosts/dialogs/rescue.tsx',
    form: 'StartRescue',
    state: 'edit',
    draw: (note) => <StartRescue {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/iso.tsx',
    form: 'MountIso',
    state: 'edit',
    draw: (note) => <MountIso {...hostDialog(note)} />,
    acts: { image: pick(), reboot: tick(true) },
  },
  {
    file: 'hosts/dialogs/iso.tsx',
    form: 'EjectIso',
    state: 'edit',
    draw: (note) => <EjectIso {...hostDialog(note)} host={{ ...host, ...mounted }} />,
    acts: { installed: tick(true) },
  },
  {
    file: 'hosts/dialogs/reinstall-host.tsx',
    form: 'ReinstallHost',
    state: 'edit',
    draw: (note) => <ReinstallHost {...hostDialog(note)} />,
    answers: { 'os.list': { list: [system], size: 1 }, 'sshkey.list': { list: [], size: 0 } },
    acts: {
      os: pick(),
      password: text('a-secret-1'),
      recipe: pick({ at: 'recipe_list.0.recipe' }),
      typed: { ...text(host.name), sent: undefined },
    },
  },
  {
    file: 'hosts/dialogs/edit-host.tsx',
    form: 'EditHost',
    state: 'edit',
    draw: (note) => <EditHost {...hostDialog(note)} />,
    answers: { 'host.get': host },
    acts: {
      name: text('web-1'),
      comment: text('a comment'),
      is_protected: tick(true),
      extended_protection: tick(true),
    },
  },
  {
    file: 'hosts/dialogs/retry-host.tsx',
    form: 'RetryHost',
    state: 'edit',
    draw: (note) => <RetryHost {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/guest-password.tsx',
    form: 'GuestPassword',
    state: 'edit',
    draw: (note) => <GuestPassword {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/vnc-password.tsx',
    form: 'VncPassword',
    state: 'edit',
    draw: (note) => <VncPassword {...hostDialog(note)} />,
    answers: { vncSettings: { port: 5900, server: '192.0.2.1', password: 'x', internal_name: 'x' } },
    acts: { password: text('secret-1') },
  },
  {
    file: 'hosts/dialogs/spice-settings.tsx',
    form: 'SpiceSettings',
    state: 'edit',
    draw: (note) => <SpiceSettings {...hostDialog(note)} />,
    acts: { spice_enabled: tick(true), spice_additional_enabled: tick(true) },
  },
  {
    file: 'hosts/dialogs/host-owner.tsx',
    form: 'HostOwner',
    state: 'edit',
    draw: (note) => <HostOwner {...hostDialog(note)} />,
    acts: { account: pick() },
  },
]
