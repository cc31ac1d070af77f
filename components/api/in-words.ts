import { apiFault } from './fault.ts'

/** Passes a call through; what it throws becomes an Error with the panel's own words, for dialogs that show a message. */
export async function inWords<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (thrown) {
    throw new Error(apiFault(thrown).msg)
  }
}
