import { kvmDriver } from '../../../server/drivers/hypervisor/kvm/driver.ts'
import { type LabNode, targetOf } from '../../lab/api.ts'

const LONGEST_MS = 60_000
const never = new AbortController().signal

/** A connection to a node for the measurement only. */
export const connectToNode = (node: LabNode) => kvmDriver.connect(targetOf(node), never)

/** An observer beside both sides that notes when a VM on a node runs, by libvirt's events. */
export async function watchNode(node: LabNode) {
  const connection = await connectToNode(node)
  const running = new Map<string, number>()
  let wake = () => {}
  connection.onDomainEvent(({ internal_name, state }) => {
    if (state !== 'running' || running.has(internal_name)) return
    running.set(internal_name, performance.now())
    wake()
  })
  await connection.domains(never) // events flow
  return {
    /** When (on performance.now's clock) a VM whose name begins so started to run. */
    async runs(prefix: string): Promise<number> {
      for (const end = performance.now() + LONGEST_MS; performance.now() < end; ) {
        const known = [...running].find(([name]) => name.startsWith(prefix))
        if (known) return known[1]
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, 1000)
        })
      }
      throw new Error(`No machine ${prefix} came to run`)
    },
    close: () => connection.close(),
  }
}
