import { stored } from '../../../db/sentences.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Why a round failed, in words for people; null when it says nothing of the device: it was called off, or the fault is ours. */
export function faultOf(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted)
    return isTimeout(signal.reason) ? stored(msg`The device answers too slowly: the poll was stopped`) : null
  if (error instanceof PanelError && error.code !== 'not_found') return stored(error.text)
  return null
}
