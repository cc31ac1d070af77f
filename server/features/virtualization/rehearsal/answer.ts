import { setTimeout as delay } from 'node:timers/promises'
import { stored } from '../../../db/sentences.ts'
import { showsLoginPrompt } from '../../../domain/rehearsal/login-prompt.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import type { NodeConnection } from '../../../drivers/hypervisor/types.ts'
import { msg } from '../../../shared/text.ts'

const LOOK_MS = 2_000
const PICTURE_MS = 15_000
/** An agent that takes the question and says nothing. */
const AGENT_MS = 15_000

export type Answer = { passed: true; answered_by: 'agent' | 'login' } | { passed: false; reason: string }

type Watched = {
  node: NodeConnection
  name: string
  /** On the clock of `Date.now()`. */
  until: number
  limit_minutes: number
  /** Called now and then and at the end; does not throw. */
  picture(signal: AbortSignal): Promise<void>
  /** Between two looks. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

const waitFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal })

/**
 * Looks at a guest that was started until its agent answers, its serial port shows a prompt to sign in, it is off, or its time is over. The
 * last picture is taken after that.
 */
export async function awaitAnswer(watched: Watched, signal: AbortSignal): Promise<Answer> {
  const { wait = waitFor } = watched
  let next = Date.now() + PICTURE_MS
  for (;;) {
    const answer = await look(watched, signal)
    if (answer) {
      await watched.picture(signal)
      return answer
    }
    if (Date.now() >= next) {
      await watched.picture(signal)
      next = Date.now() + PICTURE_MS
    }
    await wait(LOOK_MS, signal)
  }
}

async function look({ node, name, until, limit_minutes }: Watched, signal: AbortSignal): Promise<Answer | null> {
  const info = await node.domain(name, signal)
  if (info?.state !== 'running')
    return {
      passed: false,
      reason: stored(
        info?.state === 'crashed'
          ? msg`The guest crashed while it started`
          : info?.state === 'paused'
            ? msg`The node has paused the guest: its storage may be full`
            : msg`The guest was off again before it answered`,
      ),
    }
  if (await agentAnswers(node, name, signal)) return { passed: true, answered_by: 'agent' }
  if (showsLoginPrompt((await node.consoleLog(name, signal)) ?? '')) return { passed: true, answered_by: 'login' }
  if (Date.now() < until) return null
  const words = msg`Neither did the guest’s agent answer nor did its serial port show a prompt to sign in within ${limit_minutes} minutes: look at the picture`
  return { passed: false, reason: stored(words) }
}

async function agentAnswers(node: NodeConnection, name: string, signal: AbortSignal): Promise<boolean> {
  const patience = AbortSignal.timeout(AGENT_MS)
  try {
    await node.guestFileSystems(name, AbortSignal.any([signal, patience]))
    return true
  } catch (fault) {
    signal.throwIfAborted()
    if (patience.aborted || (fault instanceof PanelError && fault.code === 'device_rejected')) return false
    throw fault
  }
}
