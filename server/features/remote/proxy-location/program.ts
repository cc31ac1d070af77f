import { programHash, relayCompose, relayProgram } from '../../../drivers/control-host/relay.ts'
import { installationRoot } from '../../../root.ts'

let known: { text: string; hash: string; compose: string } | undefined

/** The relay as this panel has it; compose: Base64, as the API carries it. */
export function currentProgram() {
  if (!known) {
    const text = relayProgram(installationRoot())
    known = { text, hash: programHash(text), compose: Buffer.from(relayCompose(text)).toString('base64') }
  }
  return known
}
