import type { PanelError } from '../../../domain/shared/errors.ts'

/** What a container does not have is refused in words, unless the caller has given up before. */
export function unavailable(signal: AbortSignal, why: PanelError): never {
  signal.throwIfAborted()
  throw why
}
