import { expect } from 'vitest'

// Left to itself `toEqual` compares buffers byte by byte, each byte a property: for disks of some megabytes it takes longer than all that made them.
expect.addEqualityTesters([(a, b) => (Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : undefined)])
