import { type ConsoleFailure, consoleFailure } from '../../../console/failure.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { SCREEN_BUSY } from '../../../drivers/bmc/types.ts'
import { msg, type Text } from '../../../shared/text.ts'

const plain: Partial<Record<ConsoleFailure['reason'], Text>> = {
  device_unreachable: msg`The management controller of the server does not answer. Tell an administrator if it stays so`,
  device_rejected: msg`The management controller of the server refuses its console. An administrator can see why`,
  busy: msg`Somebody outside of the panel has the serial console`,
  taken: msg`Somebody outside of the panel has taken the serial console over`,
}
const screenBusy: Text = msg`The server shows its screen to one at a time, and somebody has it`

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
