import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Guests } from '../../guest-types.ts'
import { endGuestScript, readGuestScript, startGuestScript } from '../guest-exec.ts'
import { guestFileSystems } from '../guest-file-systems.ts'
import { changeGuestKeys, guestKeys } from '../guest-keys.ts'
import type { KvmNode } from '../kvm-node.ts'
import { setGuestPassword } from '../passwords.ts'
import { repairAgent } from '../repair-agent.ts'

/** What guests are asked through their agents. */
export function guests(node: KvmNode): Guests {
  const agentOf = async (internalName: string, signal: AbortSignal) => {
    const domain = await node.domains.require(internalName, signal)
    return { link: node.link, domain, signal }
  }
  return {
    guestFileSystems: (internalName, signal) =>
      node.do(signal, async () => guestFileSystems(await agentOf(internalName, signal))),

    setGuestPassword: (internalName, user, password, signal) =>
      node.do(signal, async () => setGuestPassword(await agentOf(internalName, signal), user, password)),

    guestSshKeys: (internalName, user, signal) =>
      node.do(signal, async () => guestKeys(await agentOf(internalName, signal), user)),

    changeGuestSshKeys: (internalName, user, change, signal) =>
      node.do(signal, async () => changeGuestKeys(await agentOf(internalName, signal), user, change)),

    startGuestScript: (internalName, script, signal) =>
      node.do(signal, async () => startGuestScript(await agentOf(internalName, signal), script)),

    readGuestScript: (internalName, token, offset, signal) =>
      node.do(signal, async () => readGuestScript(await agentOf(internalName, signal), token, offset)),

    endGuestScript: (internalName, token, signal) =>
      node.do(signal, async () => endGuestScript(await agentOf(internalName, signal), token)),

    repairGuestAgent: (internalName, signal) =>
      node.do(signal, async () => {
        const agent = await agentOf(internalName, signal)
        if (agent.domain.id < 0) throw deviceRejected(msg`Only the agent of a running VM can be repaired`)
        return repairAgent(agent)
      }),
  }
}
