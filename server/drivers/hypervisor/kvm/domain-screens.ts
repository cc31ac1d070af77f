import { SPICE_PASSWORD } from '../../../domain/host/spice.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainSpec, SpiceSpec } from '../domain-types.ts'
import { buildXml, type XmlNode } from './xml.ts'

/** Both listen on the node's loopback only, and are reached through its SSH connection. */
const loopback = {
  '@port': '-1',
  '@autoport': 'yes',
  '@listen': '127.0.0.1',
  listen: { '@type': 'address', '@address': '127.0.0.1' },
}

function vnc(password: string): XmlNode {
  if (!/^[\x21-\x7e]{1,8}$/.test(password)) {
    throw invalidInput(msg`A VNC password has 1 to 8 printable characters`)
  }
  return { '@type': 'vnc', ...loopback, '@passwd': password }
}

const on = (enabled: boolean) => (enabled ? 'yes' : 'no')

function spice({ password, extras }: SpiceSpec): XmlNode {
  if (!SPICE_PASSWORD.test(password)) throw invalidInput(msg`A SPICE password has 8 to 60 printable characters`)
  return {
    '@type': 'spice',
    ...loopback,
    '@passwd': password,
    clipboard: { '@copypaste': on(extras) },
    filetransfer: { '@enable': on(extras) },
  }
}

/** Screens of a domain, the card behind them, and what a SPICE program exchanges with the guest. */
export function screens(spec: Pick<DomainSpec, 'vnc_password' | 'spice'>): {
  channel: XmlNode[]
  graphics: XmlNode[]
  rest: XmlNode
} {
  if (!spec.spice)
    return {
      channel: [],
      graphics: [vnc(spec.vnc_password)],
      rest: { video: { model: { '@type': 'vga', '@vram': '16384', '@heads': '1' } } },
    }
  return {
    // The guest's SPICE agent: size of the screen, pointer, clipboard and files.
    channel: [{ '@type': 'spicevmc', target: { '@type': 'virtio', '@name': 'com.redhat.spice.0' } }],
    graphics: [vnc(spec.vnc_password), spice(spec.spice)],
    rest: {
      // libvirt gives its sound to the last of the screens.
      ...(spec.spice.extras ? { sound: { '@model': 'ich6' } } : {}),
      // Plain VGA until the guest has a driver for it, and part of the same package of QEMU as SPICE.
      video: { model: { '@type': 'qxl', '@heads': '1', '@primary': 'yes' } },
    },
  }
}

/** The VNC device alone, as `updateDevice` wants it. */
export const vncXml = (password: string): string => buildXml({ graphics: vnc(password) })

/** The SPICE device alone, as `updateDevice` wants it. */
export const spiceXml = (of: SpiceSpec): string => buildXml({ graphics: spice(of) })
