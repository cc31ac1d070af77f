// npm run admin -- command: work of an operator on the panel's data, beside a running panel or without one.
import { runAdmin } from './admin/run.ts'

process.exit(await runAdmin(process.argv.slice(2)))
