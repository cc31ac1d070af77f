import { z } from 'zod'

/** What becomes of the backups of a disk or VM that is deleted. */
export const backupFates = ['keep', 'delete'] as const
export type BackupFate = (typeof backupFates)[number]

/** Field of a deletion. */
export const backupFate = z
  .enum(backupFates)
  .default('keep')
  .describe('keep: they stay, and can be restored; delete: they are deleted too, and can be brought back for 7 days')

/** What a deletion is asked with. */
export const deletionInfo = z.object({
  backups: z.object({
    count: z.int(),
    stored_mib: z.int().describe('What their places hold of them'),
    newest: z.string().nullable().describe('The moment that the newest holds'),
  }),
  schedules: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Those that back it up now; for administrators only'),
})
export type DeletionInfo = z.infer<typeof deletionInfo>
