import { msg, type Text } from '../../shared/text.ts'
import type { HostState } from './states.ts'

/** What rules look at: the state, or `unmade` for a VM whose creation failed, so that its node has nothing of it. */
export const hostConditions = ['creating', 'active', 'stopped', 'crashed', 'unmade', 'unknown', 'deleting'] as const
export type HostCondition = (typeof hostConditions)[number]

export type Protection = 'is_protected' | 'extended_protection'

export type HostRule = {
  /** Name of the task in the queue of the VM; absent: done at once, whatever is under way. */
  task?: string
  /** Conditions in which the action may be asked for. */
  from: readonly HostCondition[]
  /** Conditions in which asking succeeds without any work. */
  already?: readonly HostCondition[]
  /** The condition it leaves; absent: the same. */
  leaves?: HostCondition
  /** State shown from the moment of acceptance, when nothing is before it in the queue. */
  via?: HostState
  /** Whether it leaves the rescue system on; absent: as it was. Asking for what is so already succeeds without any work. */
  leavesRescue?: boolean
  /** Has no sense while the rescue system runs. */
  notInRescue?: true
  /** Waits for nothing: what it does depends on what is there when it is asked for. */
  alone?: true
  /** Protections of the VM that stand against it. */
  against: readonly Protection[]
  /** Shown when the condition does not allow it. */
  error: Text
}

const extended = ['extended_protection'] as const
const any = ['is_protected', 'extended_protection'] as const

/** What may be done with a VM and when: the one table that the claim, menus, bulk plans and tests read. */
export const hostRules = {
  start: {
    task: 'host_start',
    from: ['stopped', 'crashed'],
    already: ['active'],
    leaves: 'active',
    against: [],
    error: msg`Only a stopped or crashed VM can be started`,
  },
  stop: {
    task: 'host_stop',
    from: ['active'],
    already: ['stopped'],
    leaves: 'stopped',
    against: extended,
    error: msg`Only a running VM can be shut down`,
  },
  force_off: {
    task: 'host_stop',
    from: ['active', 'crashed'],
    already: ['stopped'],
    leaves: 'stopped',
    against: extended,
    error: msg`Only a running or crashed VM can be forced off`,
  },
  restart: {
    task: 'host_restart',
    from: ['active', 'stopped'],
    leaves: 'active',
    against: extended,
    error: msg`Only a running or stopped VM can be restarted`,
  },
  force_restart: {
    task: 'host_restart',
    from: ['active', 'stopped', 'crashed'],
    leaves: 'active',
    against: extended,
    error: msg`Only a running, stopped or crashed VM can be restarted by force`,
  },
  password: {
    task: 'host_change_password',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: extended,
    error: msg`The password can only be changed while the VM is running or stopped`,
  },
  ssh_keys: {
    task: 'host_change_ssh_keys',
    from: ['active'],
    notInRescue: true,
    against: extended,
    error: msg`SSH keys of a guest can only be changed while the VM runs`,
  },
  recipe: {
    task: 'host_recipe',
    from: ['active'],
    notInRescue: true,
    against: [],
    error: msg`Scripts can only be run while the VM runs`,
  },
  vnc_password: {
    task: 'host_change_vnc_password',
    from: ['active', 'stopped'],
    against: [],
    error: msg`The password can only be changed while the VM is running or stopped`,
  },
  spice: {
    task: 'host_change_spice',
    from: ['active', 'stopped'],
    against: [],
    error: msg`SPICE can only be changed while the VM is running or stopped`,
  },
  guest_agent: {
    task: 'host_repair_agent',
    from: ['active'],
    notInRescue: true,
    against: [],
    error: msg`Only the agent of a running VM can be repaired`,
  },
  resources: {
    task: 'host_change_params',
    from: ['active', 'stopped'],
    against: extended,
    error: msg`Only a running or stopped VM can change its resources`,
  },
  disk: {
    task: 'disk_resize',
    from: ['active', 'stopped'],
    against: extended,
    error: msg`Only a running or stopped VM can change its disks`,
  },
  /** Disks that come and go, and their order. */
  disks: {
    task: 'disk_change',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: extended,
    error: msg`Only a running or stopped VM can change its disks`,
  },
  disk_bus: {
    task: 'disk_change',
    from: ['stopped'],
    notInRescue: true,
    against: extended,
    error: msg`A disk can only be put on another bus while the VM is off: shut it down first`,
  },
  disk_move: {
    task: 'disk_migrate',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: extended,
    error: msg`Only the disks of a running or stopped VM can be moved`,
  },
  /** All that is on the disk is lost. */
  disk_image: {
    task: 'disk_restore_image',
    from: ['stopped'],
    notInRescue: true,
    against: any,
    error: msg`A disk can only be restored from an image while the VM is off: shut it down first`,
  },
  network: {
    task: 'ip_change',
    from: ['active', 'stopped', 'crashed'],
    against: extended,
    error: msg`Only a VM that was created and whose node answers can change its network`,
  },
  account: {
    task: 'host_change_account',
    from: ['active', 'stopped'],
    // The former owner knows its password.
    notInRescue: true,
    against: extended,
    error: msg`Only a running or stopped VM can change its owner`,
  },
  clone: {
    task: 'host_clone',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: [],
    error: msg`Only a running or stopped VM can be cloned`,
  },
  /** An image of its main disk. */
  image: {
    task: 'image_create',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: [],
    error: msg`Only of a running or stopped VM an image can be made`,
  },
  snapshot: {
    task: 'snapshot_create',
    from: ['active', 'stopped'],
    notInRescue: true,
    against: [],
    error: msg`Only of a running or stopped VM a snapshot can be taken`,
  },
  snapshot_ram: {
    task: 'snapshot_create',
    from: ['active'],
    notInRescue: true,
    against: [],
    error: msg`Only the memory of a running VM can be kept: take the snapshot without it`,
  },
  snapshot_revert: {
    task: 'snapshot_revert',
    from: ['active', 'stopped', 'crashed'],
    notInRescue: true,
    alone: true,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can go back to a snapshot`,
  },
  /** To a snapshot with memory: the VM runs afterwards. */
  snapshot_resume: {
    task: 'snapshot_revert',
    from: ['active', 'stopped', 'crashed'],
    leaves: 'active',
    notInRescue: true,
    alone: true,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can go back to a snapshot`,
  },
  snapshot_delete: {
    task: 'snapshot_delete',
    from: ['active', 'stopped', 'crashed'],
    against: [],
    error: msg`Snapshots can only be deleted while the node of the VM answers`,
  },
  /** Beside whatever else is under way: power comes first and ends it. */
  backup: {
    from: ['active', 'stopped'],
    notInRescue: true,
    against: [],
    error: msg`Only a running or stopped VM can be backed up`,
  },
  /** Disks from a backup; the VM runs afterwards if it did before. */
  restore: {
    task: 'host_restore',
    from: ['active', 'stopped', 'crashed'],
    notInRescue: true,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can be restored from a backup`,
  },
  rescue_on: {
    task: 'host_rescue_mode',
    from: ['active', 'stopped', 'crashed'],
    leaves: 'active',
    leavesRescue: true,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can start its rescue system`,
  },
  rescue_off: {
    task: 'host_rescue_mode',
    from: ['active', 'stopped', 'crashed'],
    leavesRescue: false,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can go back from its rescue system`,
  },
  iso_mount: {
    task: 'host_iso_mount',
    from: ['active', 'stopped', 'crashed'],
    notInRescue: true,
    against: [],
    error: msg`Only a running, stopped or crashed VM can get an ISO image into its drive`,
  },
  /** Starts from it as well. */
  iso_boot: {
    task: 'host_iso_mount',
    from: ['active', 'stopped', 'crashed'],
    leaves: 'active',
    notInRescue: true,
    against: extended,
    error: msg`Only a running, stopped or crashed VM can be started from an ISO image`,
  },
  iso_eject: {
    task: 'host_iso_eject',
    from: ['active', 'stopped', 'crashed'],
    notInRescue: true,
    against: extended,
    error: msg`The ISO image can only be taken out of the drive of a running, stopped or crashed VM`,
  },
  retry: {
    task: 'host_create',
    from: ['unmade'],
    leaves: 'active',
    via: 'creating',
    against: [],
    error: msg`Only a VM whose creation failed can be created again`,
  },
  reinstall: {
    task: 'host_reinstall',
    from: ['active', 'stopped', 'crashed'],
    leaves: 'active',
    via: 'creating',
    notInRescue: true,
    against: any,
    error: msg`Only a running, stopped or crashed VM can get another system`,
  },
  delete: {
    task: 'host_delete',
    from: ['active', 'stopped', 'crashed', 'unmade'],
    leaves: 'deleting',
    via: 'deleting',
    against: any,
    error: msg`The VM cannot be deleted now: its node does not answer`,
  },
  /** Deletion that also takes place when the node is away: what is there stays there. */
  forget: {
    task: 'host_delete',
    from: ['active', 'stopped', 'crashed', 'unmade', 'unknown'],
    leaves: 'deleting',
    via: 'deleting',
    against: any,
    error: msg`The VM is being deleted`,
  },
  edit: {
    from: ['creating', 'active', 'stopped', 'crashed', 'unmade', 'unknown'],
    against: [],
    error: msg`The VM is being deleted`,
  },
  console: { from: ['active'], against: [], error: msg`The VM is not running: start it first` },
} as const satisfies Record<string, HostRule>

export type HostAction = keyof typeof hostRules
export const hostActions = Object.keys(hostRules) as HostAction[]
export const hostRule = (action: HostAction): HostRule => hostRules[action]
