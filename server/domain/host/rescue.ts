import { z } from 'zod'

/** The rescue system that a VM starts instead of its own, from a disk of its own; the disks of the VM stand behind it. */
export const rescue = z.object({
  /** Name in the catalogue when it was chosen. */
  system: z.string(),
  /** Who signs in. */
  login_user: z.string(),
  efi_boot: z.boolean(),
})
export type Rescue = z.infer<typeof rescue>
