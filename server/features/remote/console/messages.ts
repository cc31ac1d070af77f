import { type ConsoleFailure, consoleFailure } from '../../../console/failure.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { SCREEN_BUSY } from '../../../drivers/bmc/types.ts'
import { msg, type Text } from '../../../shared/text.ts'

const plain: Partial<Record<ConsoleFailure['reason'], Text>> = {
  device_unreachable: msg`The management controller of the server does not answer. If this persists, contact an administrator`,
  device_rejected: msg`The management controller of the server rejected the console. An administrator can see the reason`,
  busy: msg`The serial console is in use outside the panel`,
  taken: msg`The serial console was taken over from outside the panel`,
}
const screenBusy: Text = msg`The screen of the server is in use; only one session can use it at a time`

/** What went wrong names the controller's address, which is for administrators: others hear what it means for them. */
export const fitFor = (isAdmin: boolean) => ({
  failure: (failure: ConsoleFailure): ConsoleFailure =>
    isAdmin ? failure : { ...failure, words: plain[failure.reason]?.toString() ?? failure.words },
  fault: (fault: unknown): unknown => {
    if (isAdmin || !(fault instanceof PanelError)) return fault
    const words = fault.value === SCREEN_BUSY ? screenBusy : plain[consoleFailure(fault).reason]
    return words ? new PanelError(fault.code, words, { cause: fault, value: fault.value }) : fault
  },
})
