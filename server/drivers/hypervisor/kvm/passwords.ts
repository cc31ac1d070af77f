import { deviceRejected } from '../../../domain/shared/errors.ts'
import { procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg } from '../../../shared/text.ts'
import type { AtDomain } from './at-domain.ts'
import { vncXml } from './domain-screens.ts'

// virDomainDeviceModifyFlags: the running domain, its definition.
const modifyLive = 1
const modifyConfig = 2
const agentPatienceS = 10

type At = Omit<AtDomain, 'ssh'>

/** See `NodeConnection.setGuestPassword`. */
export async function setGuestPassword({ link, domain, signal }: At, user: string, password: string): Promise<void> {
  if (domain.id < 0) throw deviceRejected(msg`The password can only be changed while the VM runs`)
  const command = JSON.stringify({
    execute: 'guest-set-user-password',
    arguments: { username: user, password: Buffer.from(password).toString('base64'), crypted: false },
  })
  // libvirt's own call for this waits for ever for a guest that never answers.
  await link.call(procedures.agentCommand, { domain, command, timeoutS: agentPatienceS }, signal)
}

/** See `NodeConnection.setVncPassword`. */
export async function setVncPassword({ link, domain, signal }: At, password: string): Promise<void> {
  const flags = modifyConfig | (domain.id < 0 ? 0 : modifyLive)
  await link.call(procedures.updateDevice, { domain, xml: vncXml(password), flags }, signal)
}
