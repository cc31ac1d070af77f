import type { LifecycleEvent } from '../../../protocols/libvirt/procedures.ts'
import type { DomainEvent, DomainState } from '../domain-types.ts'

// virDomainState and the reasons of "shut off" (libvirt-domain.h).
const paused = 3
const shutOff = 5
const crashed = 6
const suspendedByGuest = 7
const reasonCrashed = 3

// virDomainPausedReason.
const reasonIoError = 5

/** Whether a domain stands still because its disks could not be written or read. */
export const isStalled = (state: number, reason: number): boolean => state === paused && reason === reasonIoError

/** State of libvirt as state of the API. A VM that is shutting down, or waits for its disk, still runs. */
export function domainState(state: number, reason: number): DomainState {
  switch (state) {
    case paused:
    case suspendedByGuest:
      return 'paused'
    case shutOff:
      return reason === reasonCrashed ? 'crashed' : 'stopped'
    case crashed:
      return 'crashed'
    default:
      return 'running'
  }
}

// virDomainEventType; details of "stopped".
const stopped = 5
const detailCrashed = 2
const detailFailed = 5

/** A pushed life cycle event in our words; null for those that change nothing one can see (a guest that begins to shut down). */
export function domainEvent({ domain, event, detail }: LifecycleEvent): DomainEvent | null {
  const base = { internal_name: domain.name }
  switch (event) {
    case 0:
      return { ...base, kind: 'defined', state: null }
    case 1:
      return { ...base, kind: 'undefined', state: null }
    case 2:
    case 4:
      return { ...base, kind: 'state', state: 'running' }
    case 3:
    case 7:
      return { ...base, kind: 'state', state: 'paused' }
    case stopped:
      // "Failed": QEMU ended without an orderly shutdown.
      return {
        ...base,
        kind: 'state',
        state: detail === detailCrashed || detail === detailFailed ? 'crashed' : 'stopped',
      }
    case 8:
      return { ...base, kind: 'state', state: 'crashed' }
    default:
      return null
  }
}
