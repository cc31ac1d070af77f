import { pause } from '../../../../shared/abort.ts'
import { WorkFailed } from './panel.ts'
import type { Work } from './work.ts'

const MS = 4000

/** Gives the controller the user that the job names, as `controller-setup.sh` of the agent does. @throws WorkFailed, OperationOver */
export async function setUpController({ parts, panel, job, signal, report }: Work): Promise<object> {
  const [username] = job.get('controller_user') ?? []
  const [password] = job.get('controller_password') ?? []
  if (!username || !password) return {}
  await panel.progress('controller', 90, 'Setting up the controller')
  if (!parts.setUser) throw new WorkFailed('the controller was not set up: it has none that can be asked from inside')
  await pause(MS * parts.speed, signal)
  const slot = parts.setUser({ username, password })
  const steps = ['name', 'password', 'access', 'enable', 'console'].map((step) => ({ step, ok: true, words: '' }))
  return { controller: { user: username, slot, channel: 1, now: report().controller, steps } }
}
