import { toast } from '../ui/floating/toast.tsx'
import { apiFault } from './fault.ts'

/** Says that what was begun on a page was refused, and why: `call.catch(faultToast(title))`. */
export const faultToast = (title: string) => (fault: unknown) =>
  toast({ kind: 'fault', title, detail: apiFault(fault).msg })
