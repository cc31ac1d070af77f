import type { ScriptType } from '../../domain/recipe/kinds.ts'
import type { GuestFileSystem } from './figure-types.ts'

/** A script that runs inside a guest. */
export type GuestScript = {
  /** Names the run inside the guest: 32 hexadecimal digits, hard to guess. */
  token: string
  /** What it is written for; `shell` when absent. */
  type?: ScriptType
  /** The first line of a shell script may name the interpreter (`#!`); `/bin/sh` otherwise. PowerShell is the one of Windows. */
  script: string
  /** Its environment beside what the system has: PATH, HOME and LANG where it is Linux. Values never become part of the script or of a command line. */
  environment: Readonly<Record<string, string>>
}

/** Whole lines of an authorized_keys file. */
export type KeyChange = { add: readonly string[]; remove: readonly string[] }

export type GuestScriptReading = {
  /** `lost`: neither running nor ended, as after a kill from elsewhere. */
  state: 'running' | 'ended' | 'lost'
  /** Of a script that has ended; 128 and the signal's number when it was killed. In Windows also negative. */
  exit_code: number | null
  /** What it has written since the offset, whole lines while it runs, without control characters. */
  output: string
  /** Offset of the next reading, in bytes. */
  next: number
}

/**
 * What became of a guest's agent. `answers`: it did before; `replugged`: it does since its channel was plugged in anew; `silent`: it does
 * not all the same; `held`: the channel could not be plugged in anew while the guest runs.
 */
export type AgentRepair = { found: 'answers' | 'replugged' | 'silent' | 'held' }

/** What is asked of a running guest from inside, such as through its agent. */
export type Guests = {
  /**
   * File systems of a running guest, as it reports them itself: at most 32, the largest first. Empty when it answers but does not say.
   * `device_rejected` with the value `guest_agent` when its agent does not answer.
   */
  guestFileSystems(internalName: string, signal: AbortSignal): Promise<GuestFileSystem[]>
  /**
   * Changes the password of a user inside the running guest, through its agent; `device_rejected` with the value `guest_agent`
   * when that does not answer, as it does not while the guest boots.
   */
  setGuestPassword(internalName: string, user: string, password: string, signal: AbortSignal): Promise<void>
  /**
   * Lines of the authorized_keys of a user inside the running guest, through its agent: at most 1000, as the guest has them.
   * `device_rejected` with the value `guest_agent` when the agent does not answer, `guest_keys` when it cannot do this.
   */
  guestSshKeys(internalName: string, user: string, signal: AbortSignal): Promise<string[]>
  /** Adds and removes whole lines there, everything else stays; throws as above. */
  changeGuestSshKeys(internalName: string, user: string, change: KeyChange, signal: AbortSignal): Promise<void>
  /**
   * Starts a script inside the running guest, as root or SYSTEM, through its agent; a no-op when this run was started before. Refused
   * before anything runs: PowerShell in a guest that is not Windows, and a shell script in one that is.
   * `device_rejected` with the value `guest_agent` when the agent does not answer, as for passwords, and in other words when it
   * does not run programs.
   */
  startGuestScript(internalName: string, script: GuestScript, signal: AbortSignal): Promise<void>
  /** How far a script is, and at most 64 KiB of its output from an offset on; `device_rejected` when the guest knows no such run. */
  readGuestScript(internalName: string, token: string, offset: number, signal: AbortSignal): Promise<GuestScriptReading>
  /** Kills a script that still runs, with what it started, and removes all that the run has left in the guest. Repeatable. */
  endGuestScript(internalName: string, token: string, signal: AbortSignal): Promise<void>
  /**
   * Asks the agent of a running guest whether it is there, and plugs its channel in anew when it is silent. Repeatable.
   * @throws `device_rejected` for a domain that is off
   */
  repairGuestAgent(internalName: string, signal: AbortSignal): Promise<AgentRepair>
}
