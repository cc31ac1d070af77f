/** Capabilities of each kind of management controller. Code checks capabilities, never the name of the kind. */
export type ControllerCapabilities = {
  /** A serial console. */
  sol: boolean
  /** The serial console can be switched on, where the firmware has it switched off. */
  enable_serial: boolean
  /** Screen and keyboard of the server. */
  screen: boolean
  sensors: boolean
  /** A virtual drive for images. */
  media: boolean
  /** Its users can be set over the interface that it has inside its server. */
  inside: boolean
  /** Locator LED of the server: one that goes out after a time, or one that is switched on and off. */
  light: 'timed' | 'switched' | null
}

/** A kind of management controller, as all but its driver (`server/drivers/bmc`) has to know it. */
export type ControllerKind = {
  /** A proper noun, the same in all languages. */
  label: string
  /** Default management port. */
  port: number
  /** Default port of its web page. */
  web_port: number
  /** How the proxy service calls it: `/ipmi/{id}/proxy` or `/amt/{id}/proxy`. */
  proxy: 'ipmi' | 'amt'
  capabilities: ControllerCapabilities
}

const can = {
  ...{ sol: false, enable_serial: false, screen: false, sensors: true, media: false },
  ...{ inside: true, light: null },
}

const kinds = {
  ipmi: { label: 'IPMI', port: 623, web_port: 443, proxy: 'ipmi', capabilities: { ...can, sol: true, light: 'timed' } },
  amt: {
    label: 'Intel AMT',
    port: 16_993,
    web_port: 16_993,
    proxy: 'amt',
    capabilities: { ...can, sol: true, enable_serial: true, screen: true, sensors: false, inside: false },
  },
  redfish: {
    label: 'Redfish',
    port: 443,
    web_port: 443,
    proxy: 'ipmi',
    capabilities: { ...can, media: true, light: 'switched' },
  },
} as const satisfies Record<string, ControllerKind>

export type IpmiType = keyof typeof kinds
export const ipmiTypes = Object.keys(kinds) as [IpmiType, ...IpmiType[]]

/** All kinds, by the value of the API's `type`; the first is what forms begin with. */
export const controllerKinds: Readonly<Record<IpmiType, ControllerKind>> = kinds
