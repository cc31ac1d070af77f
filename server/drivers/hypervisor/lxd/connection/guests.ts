import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Guests } from '../../guest-types.ts'
import { setPassword } from '../inside.ts'
import { changeKeys, readKeys } from '../keys.ts'
import type { LxdNode } from '../lxd-node.ts'
import { endScript, readScript, startScript } from '../scripts.ts'
import { unavailable } from '../unavailable.ts'

/** What is run inside containers. */
export function guests(node: LxdNode): Guests {
  const { instances } = node
  return {
    guestFileSystems: (internalName, signal) => node.do(signal, () => instances.fileSystems(internalName, signal)),

    setGuestPassword: (internalName, user, password, signal) =>
      node.do(signal, async () => setPassword(await instances.inside(internalName, signal), user, password)),

    guestSshKeys: (internalName, user, signal) =>
      node.do(signal, async () => readKeys(await instances.inside(internalName, signal), user)),

    changeGuestSshKeys: (internalName, user, change, signal) =>
      node.do(signal, async () => changeKeys(await instances.inside(internalName, signal), user, change)),

    startGuestScript: (internalName, script, signal) =>
      node.do(signal, async () => startScript(await instances.inside(internalName, signal), script)),

    readGuestScript: (internalName, token, offset, signal) =>
      node.do(signal, async () => readScript(await instances.inside(internalName, signal), token, offset)),

    endGuestScript: (internalName, token, signal) =>
      node.do(signal, async () => endScript(await instances.inside(internalName, signal), token)),

    repairGuestAgent: async (_internalName, signal) =>
      unavailable(signal, deviceRejected(msg`Containers need no guest agent`)),
  }
}
