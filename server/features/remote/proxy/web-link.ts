import type { Socket } from 'node:net'
import { controllerKinds } from '../../../domain/ipmi/kinds.ts'
import { PanelError, refused } from '../../../domain/shared/errors.ts'
import { panelSettings } from '../../../process/settings.ts'
import { HttpError } from '../../../protocols/pinned-http/errors.ts'
import { openPinned, Pin } from '../../../protocols/pinned-http/socket.ts'
import { whyNoController } from '../../../proxy/address.ts'
import type { UpstreamPlace } from '../../../proxy/location.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { keepWebIdentity } from '../ipmi/web-identity.ts'
import { routeToServer } from '../proxy-location/route.ts'
import type { LiveSession } from './access.ts'
import { readPorts } from './ports.ts'

type Controller = Pick<LiveSession, 'ipmi_id' | 'server_id' | 'type' | 'ip' | 'web_port' | 'web_identity' | 'simulated'>

const CONNECT_MS = 10_000
/** The ports at which controllers speak without encryption. */
const PLAIN_PORTS = [80, 8080, 16_992]

/** Where the web page of a controller is, as it is stored: nothing is resolved. */
export function webPlace({ type, ip, web_port }: Pick<Controller, 'type' | 'ip' | 'web_port'>): UpstreamPlace {
  const port = web_port ?? controllerKinds[type].web_port
  return { address: ip, port, tls: !PLAIN_PORTS.includes(port) }
}

/**
 * Opens a connection to the web page of a controller, through the relay of its location where there is one. This is the only way to do so. The certificate that is met first is pinned; from then
 * on another one is refused before a byte is sent.
 * @throws HttpError; PanelError refused for an address where no controller can be
 */
export async function openWeb(controller: Controller, signal: AbortSignal): Promise<Socket> {
  const place = webPlace(controller)
  const [ports, route] = [await readPorts(), await routeToServer(controller.server_id)]
  const why = whyNoController(place.address, place.port, {
    // Simulated ones are on the panel host; behind a relay it would be the control host.
    loopback: (controller.simulated && !route) || panelSettings().proxyLoopback,
    ports: (port) => port === ports?.panel || (ports !== null && port >= ports.first && port <= ports.last),
  })
  if (why) throw refused(msg`The address of this controller ${why}: sessions to such addresses are not allowed`)
  const pin = new Pin(controller.web_identity)
  const socket = await openPinned(
    { ...place, pin, oldTls: true, ...(route && { connect: route.tcp }) },
    CONNECT_MS,
    signal,
  )
  if (place.tls && controller.web_identity === null) {
    const held = await keepWebIdentity(controller, pin.fingerprint as string)
    if (!held) {
      socket.destroy()
      throw new HttpError('certificate', msg`Two simultaneous connections got different certificates`)
    }
  }
  return socket
}

const WORDS: Partial<Record<string, Text>> = {
  certificate: msg`The web page of the controller presents a certificate other than the trusted one: it was renewed, the controller was replaced, or the connection is being intercepted. An administrator can trust the new certificate`,
  timeout: msg`The web page of the controller does not answer in time`,
  protocol_error: msg`The web page of the controller does not use HTTPS`,
}

const unreachable = (controller: Parameters<typeof webPlace>[0] & Pick<Controller, 'simulated'>) =>
  controller.simulated
    ? msg`The simulated controllers of the demo data centre have no web page`
    : msg`The controller has no web page on port ${webPlace(controller).port}, or it cannot be reached. An administrator can set another port`

/** A fault of `openWeb` for people; addresses of controllers are not theirs to know. */
export function asPanelError(
  thrown: unknown,
  controller: Pick<Controller, 'type' | 'ip' | 'web_port' | 'simulated'>,
): PanelError {
  if (thrown instanceof PanelError) return thrown
  if (!(thrown instanceof HttpError)) return PanelError.from(thrown)
  const changed = thrown.kind === 'certificate'
  const words = WORDS[thrown.kind] ?? unreachable(controller)
  return new PanelError(changed ? 'device_rejected' : 'device_unreachable', words, {
    ...(changed && { value: 'web_identity' }),
  })
}
