import { errorCode, LibvirtError } from '../../../protocols/libvirt/errors.ts'

/** Null when the domain vanished while we looked at it. */
export async function unlessGone<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof LibvirtError && error.code === errorCode.noDomain) return null
    throw error
  }
}
