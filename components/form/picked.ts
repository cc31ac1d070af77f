import { z } from 'zod'

/** A picked object in a form: its id and the name that is shown. */
export const pickedShape = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() })

/** What has to be picked. @param missing why the form cannot be sent without it */
export const neededShape = (missing: string) => pickedShape.nullable().refine(Boolean, missing)
