import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'
import { readLicence } from './licence.ts'

/** Counts what a licence would limit; there is no licence server. */
export const licenceTask = defineTask({
  name: 'license_update',
  title: 'Renew licence',
  input: z.object({}),
  locks: () => ['license'],
  async run(t) {
    const { total_devices, device_limit, device_limit_exceeded } = await t.step('count', () => readLicence())
    return { total_devices, device_limit, device_limit_exceeded }
  },
})
