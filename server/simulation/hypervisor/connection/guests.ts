import type { Guests } from '../../../drivers/hypervisor/guest-types.ts'
import type { DummyCalls } from '../calls.ts'
import { repairGuestAgent, setGuestPassword } from '../domains.ts'
import { guestFileSystems } from '../guest-file-systems.ts'
import { changeGuestKeys, guestKeys } from '../guest-keys.ts'
import { endScript, readScript, startScript } from '../guest-scripts.ts'
import { takes } from '../node.ts'

/** What simulated guests are asked from inside. */
export const guests: DummyCalls<Guests> = {
  guestFileSystems(internalName, signal) {
    return this.link.do(takes.agent, signal, () => guestFileSystems(this.node, internalName))
  },

  setGuestPassword(internalName, user, password, signal) {
    return this.link.do(takes.agent, signal, () => setGuestPassword(this.node, internalName, user, password))
  },

  guestSshKeys(internalName, user, signal) {
    return this.link.do(takes.agent, signal, () => guestKeys(this.node, internalName, user))
  },

  changeGuestSshKeys(internalName, user, change, signal) {
    return this.link.do(takes.agent, signal, () => changeGuestKeys(this.node, internalName, user, change))
  },

  startGuestScript(internalName, script, signal) {
    return this.link.do(takes.agent, signal, () => startScript(this.node, internalName, script))
  },

  readGuestScript(internalName, token, offset, signal) {
    return this.link.do(takes.command, signal, () => readScript(this.node, internalName, token, offset))
  },

  endGuestScript(internalName, token, signal) {
    return this.link.do(takes.agent, signal, () => endScript(this.node, internalName, token))
  },

  repairGuestAgent(internalName, signal) {
    return this.link.do(takes.agent, signal, () => repairGuestAgent(this.node, internalName))
  },
}
