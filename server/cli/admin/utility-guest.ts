import { makeFiles } from '../../utility-guest/files.ts'

/** Makes the helper guest where a panel looks for it when the folder is its `utility-guest`. */
export async function makeUtilityGuest(folder: string): Promise<number> {
  const { kernel, initrd } = await makeFiles(folder)
  console.log(`kernel ${kernel.sha256}\ninitrd ${initrd.sha256}`)
  return 0
}
