import { apiFault } from './fault.ts'
import { settled } from './settled.ts'

/**
 * Passes a call through, once the page shows what it has changed; what it throws becomes an Error with the panel's own words, for
 * dialogs that show a message.
 */
export async function withErrorText<T>(call: Promise<T>): Promise<T> {
  try {
    const answer = await call
    await settled()
    return answer
  } catch (thrown) {
    throw new Error(apiFault(thrown).msg)
  }
}
