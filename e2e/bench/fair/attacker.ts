import type { Target } from '../lists/measure.ts'
import { attacks } from './attacks.ts'

// One attack in a process of its own, so that its work does not count as the panel's: `{ target, tenant, name }` starts it,
// the next message ends it.
process.once('message', ({ target, tenant, name }: { target: Target; tenant: Target; name: string }) => {
  const stop = attacks(target, tenant)
    .find((one) => one.name === name)
    ?.run()
  process.once('message', async () => {
    process.send?.(await stop?.())
    process.disconnect()
  })
  process.send?.('runs')
})
