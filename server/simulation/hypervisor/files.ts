import { invalidInput } from '../../domain/shared/errors.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'
import type { SeedFiles } from '../../drivers/hypervisor/volume-types.ts'
import { parsePublicKey } from '../../protocols/ssh/keys.ts'
import { msg } from '../../shared/text.ts'
import type { DummyNode } from './node.ts'
import { readSeed } from './seed.ts'
import { volumeKey } from './volume-path.ts'

/** Lets the key sign in. */
export async function authorizeKey(node: DummyNode, publicKey: string): Promise<void> {
  const key = parsePublicKey(publicKey.trim())
  if (!key) throw invalidInput(msg`This is not a public SSH key`)
  await node.store.update(({ authorized_keys }) => {
    if (!authorized_keys.includes(key.blob)) authorized_keys.push(key.blob)
  })
}

/** Makes what is not there yet. */
export async function ensureDirectories(node: DummyNode, paths: readonly string[]): Promise<void> {
  const wanted = paths.map(nodePath)
  await node.store.update((state) => {
    state.directories = [...new Set([...state.directories, ...wanted])]
  })
}

/** Deletes a file; one that is not there is deleted already. */
export async function deleteFile(node: DummyNode, path: string): Promise<void> {
  const wanted = volumeKey(path)
  await node.store.update(({ files }) => {
    delete files[wanted]
  })
}

/** Writes what cloud-init reads at the first boot. */
export async function writeSeed(node: DummyNode, path: string, files: SeedFiles): Promise<void> {
  const wanted = nodePath(path)
  const seed = readSeed(files)
  await node.store.update((state) => {
    state.files[wanted] = { kind: 'seed', seed }
  })
}
