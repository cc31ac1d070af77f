import { seal, unseal } from '../db/secrets.ts'
import { keepSetting, storedSetting } from '../db/stored-settings.ts'
import { generateKeyPair } from '../protocols/ssh/keys.ts'
import { kept } from '../shared/kept.ts'

type KeyPair = { privateKey: string; publicKey: string }

const NAME = 'panel_ssh_key'
const place = { table: 'setting', id: NAME, column: 'value' }
const shared = kept<Promise<KeyPair>>('panelKey')

/** The panel's own SSH key, made on first use: what it signs in to nodes with once they are attached. */
export function panelKey(): Promise<KeyPair> {
  shared.value ??= readOrMake().catch((fault) => {
    shared.value = undefined
    throw fault
  })
  return shared.value
}

async function readOrMake(): Promise<KeyPair> {
  const known = await storedSetting(NAME)
  if (known) return open(known)
  const made = generateKeyPair('datahall')
  const value = { publicKey: made.publicKey, privateKey: seal(made.privateKey, place) }
  return open(await keepSetting(NAME, value))
}

function open(value: unknown): KeyPair {
  const stored = value as KeyPair
  return { publicKey: stored.publicKey, privateKey: unseal(stored.privateKey, place) }
}
