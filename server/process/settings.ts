import { kept } from '../shared/kept.ts'
/** What the parts of a running panel need to know of its configuration; set once at start. */
export type PanelSettings = {
  sessionIdleSeconds: number
  /** Reached over HTTPS, so cookies may be marked secure. */
  secure: boolean
  publicUrl: string | undefined
  /** Address of the panel for SPICE programs; undefined: the same. */
  spiceUrl?: string | undefined
  trustedProxies: readonly string[]
  dataDirectory: string
  /** Seconds between two fast and two slow rounds over a device. */
  pollSeconds: number
  tablesSeconds: number
  /** Pauses around switching servers, see `server/features/remote/power`. */
  power: PowerPauses
  /** How long the guest agent of a VM that boots is waited for. */
  guestAgentSeconds: number
  /** Days that traffic is kept, by level (see domain/traffic/levels). */
  trafficDays: readonly number[]
  /** Ports behind which web pages of controllers are; null: this process listens on none. */
  proxyPorts: { first: number; last: number } | null
  /** Name under which those ports are reached; null: the panel's own. */
  proxyHost: string | null
  /** Whether web pages of controllers may be at loopback addresses, which simulated ones have. */
  proxyLoopback: boolean
}

/** Seconds. */
export type PowerPauses = {
  /** After outlets were switched on, and between off and on. */
  outlet: number
  /** That a controller may take to answer after it got power. */
  controller: number
  /** That a server may take to be on or off after its controller took the command. */
  verify: number
}

const place = kept<PanelSettings>('settings')

export function setPanelSettings(settings: PanelSettings) {
  place.value = settings
}

export const panelSettings = (): PanelSettings =>
  place.value ?? {
    sessionIdleSeconds: 3600,
    secure: false,
    publicUrl: undefined,
    trustedProxies: [],
    dataDirectory: '.data',
    pollSeconds: 60,
    tablesSeconds: 300,
    power: { outlet: 5, controller: 180, verify: 60 },
    guestAgentSeconds: 300,
    trafficDays: [2, 45, 400, 1830],
    proxyPorts: null,
    proxyHost: null,
    proxyLoopback: false,
  }
