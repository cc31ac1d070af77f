import { PanelError } from '../../../domain/shared/errors.ts'

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

/** Why a round failed, in words for people; null when it says nothing of the device: it was called off, or the fault is ours. */
export function faultOf(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return isTimeout(signal.reason) ? 'The device answers too slowly: the round was given up' : null
  if (error instanceof PanelError && error.code !== 'not_found') return error.message
  return null
}
