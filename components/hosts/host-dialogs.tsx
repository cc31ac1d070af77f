'use client'
import type { Host } from '../../server/domain/host/record.ts'
import { CloneHost } from './dialogs/clone-host.tsx'
import { ConfirmPower } from './dialogs/confirm-power.tsx'
import { CreateImage } from './dialogs/create-image.tsx'
import { DeleteHost } from './dialogs/delete-host.tsx'
import { EditHost } from './dialogs/edit-host.tsx'
import { GuestPassword } from './dialogs/guest-password.tsx'
import { HostOwner } from './dialogs/host-owner.tsx'
import { HostResourcesDialog } from './dialogs/host-resources.tsx'
import { EjectIso, MountIso } from './dialogs/iso.tsx'
import { ReinstallHost } from './dialogs/reinstall-host.tsx'
import { LeaveRescue, StartRescue } from './dialogs/rescue.tsx'
import { RetryHost } from './dialogs/retry-host.tsx'
import { RunScript } from './dialogs/run-script.tsx'
import { SpiceSettings } from './dialogs/spice-settings.tsx'
import { VncPassword } from './dialogs/vnc-password.tsx'
import type { Asking } from './use-host-actions.tsx'
import type { HostCalls } from './use-host-calls.ts'

export type HostDialogProps = { host: Host; calls: HostCalls; onClose: () => void }

/** What a command asks before it is done. Loaded with the first of them. */
export default function HostDialogs({ command, ...props }: HostDialogProps & { command: Asking }) {
  switch (command) {
    case 'edit':
      return <EditHost {...props} />
    case 'resources':
      return <HostResourcesDialog {...props} />
    case 'password':
      return <GuestPassword {...props} />
    case 'clone':
      return <CloneHost {...props} />
    case 'image':
      return <CreateImage {...props} />
    case 'rescue':
      return <StartRescue {...props} />
    case 'rescueOff':
      return <LeaveRescue {...props} />
    case 'isoMount':
      return <MountIso {...props} />
    case 'isoEject':
      return <EjectIso {...props} />
    case 'retry':
      return <RetryHost {...props} />
    case 'vncPassword':
      return <VncPassword {...props} />
    case 'spice':
      return <SpiceSettings {...props} />
    case 'script':
      return <RunScript {...props} />
    case 'reinstall':
      return <ReinstallHost {...props} />
    case 'owner':
      return <HostOwner {...props} />
    case 'delete':
      return <DeleteHost {...props} />
    default:
      return <ConfirmPower command={command} {...props} />
  }
}
