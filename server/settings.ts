/** What the parts of a running panel need to know of its configuration; set once at start. */
export type PanelSettings = {
  sessionIdleSeconds: number
  /** Reached over HTTPS, so cookies may be marked secure. */
  secure: boolean
  publicUrl: string | undefined
  trustedProxies: readonly string[]
  dataDirectory: string
}

const place = globalThis as typeof globalThis & { datahallSettings?: PanelSettings }

export function setPanelSettings(settings: PanelSettings) {
  place.datahallSettings = settings
}

export const panelSettings = (): PanelSettings =>
  place.datahallSettings ?? {
    sessionIdleSeconds: 3600,
    secure: false,
    publicUrl: undefined,
    trustedProxies: [],
    dataDirectory: '.data',
  }
