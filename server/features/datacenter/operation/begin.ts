import type { Text } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { noteStep } from './record.ts'

/** Begins a step of the waterfall, also when a worker that was lost had begun it. @param n which time: a server may be started more than once */
export async function begin(
  t: TaskContext,
  id: number,
  name: string,
  percent: number,
  words: Text,
  n = 1,
): Promise<void> {
  t.progress(percent, words)
  await t.stepTx(`begin_${name}_${n}`, async (work) => {
    await noteStep(work, id, name, words, percent)
    return true
  })
}
