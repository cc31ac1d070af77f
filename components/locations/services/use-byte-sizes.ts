import { useSizes } from '../../ui/display/use-sizes.ts'

const MIB = 2 ** 20

/** A size of bytes in the unit that fits. */
export function useByteSizes(): (bytes: number) => string {
  const sizes = useSizes()
  return (bytes) => sizes(bytes / MIB)
}
