import type { HardwareReport } from '../../../domain/operation/report.ts'
import type { WebAnswer, WebRequest } from '../../peers/debian/http.ts'

/** What a server finds in itself. */
export type ServerHardware = Omit<HardwareReport, 'uptime'>
export type ServerDisk = ServerHardware['disks'][number]

/** What a DHCP server of the segment offers to a card; `script`: what its boot program asks for, when it is to boot. */
export type DhcpOffer = { address: string | null; script: string | null; server: string }

/** The segment that a server boots in. */
export type Segment = {
  /** Null: nobody answers. */
  offer(mac: string): DhcpOffer | null
  /** Null: nothing listens there. @throws the signal's reason */
  ask(request: WebRequest): Promise<WebAnswer | null>
}

export type ControllerUser = { username: string; password: string }

/** What a server is made of, and what it is attached to. */
export type ServerParts = {
  hardware: () => ServerHardware
  segment: Segment
  /** Writes onto the serial port. */
  print(text: string): void
  /** Whatever ran is gone. */
  begin(): void
  /** The system is up: whoever is at the serial port may sign in. */
  login(name: string): void
  /** Switches its power off. */
  switchOff(): void
  /** Gives its controller a user from inside, with administrator's rights. @returns the user's number there; absent: it has no controller */
  setUser?(user: ControllerUser): number
  /** 1: as long as on a quick server; 0: at once. */
  speed: number
}

/** A system on its disks; `address`: what it was installed with, else it takes what DHCP offers. */
export type InstalledSystem = { name: string; address: string | null }
