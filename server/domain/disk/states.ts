/**
 * States of a disk. `creating`: its volume is being made; `attaching` and `detaching`: it is on its way to a VM, or from it; `changing`:
 * its volume grows; `moving`: its content is on its way to a new volume; `crashed`: the VM that it was to belong to could not be created.
 */
export const diskStates = [
  'creating',
  'active',
  'attaching',
  'detaching',
  'changing',
  'moving',
  'deleting',
  'crashed',
] as const
export type DiskState = (typeof diskStates)[number]

/** Disks that a VM has not got yet, though they name it. */
export const notYetOnVm = ['creating', 'attaching'] as const satisfies readonly DiskState[]
