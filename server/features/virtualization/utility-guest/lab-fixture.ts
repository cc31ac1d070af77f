import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { utilityGuestFolder } from '../../../../e2e/lab/image.ts'
import { sourcesKey } from '../../../utility-guest/sources.ts'
import { ownDataFolder } from '../iso/fixture.ts'

/**
 * Gives the panel of a test a data folder with the helper guest that the lab has made: inside a lab there is no network to make it with.
 * Answers the way back.
 */
export function helperGuestOfLab(): () => void {
  const data = ownDataFolder()
  const folder = path.join(data.path, 'utility-guest')
  mkdirSync(folder)
  symlinkSync(utilityGuestFolder(), path.join(folder, sourcesKey()))
  return data.remove
}
