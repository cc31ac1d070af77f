import CircleArrowOutUpRight from 'lucide-react/icons/circle-arrow-out-up-right'
import Copy from 'lucide-react/icons/copy'
import Disc3 from 'lucide-react/icons/disc-3'
import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import Layers from 'lucide-react/icons/layers'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Lock from 'lucide-react/icons/lock'
import MonitorPlay from 'lucide-react/icons/monitor-play'
import Pencil from 'lucide-react/icons/pencil'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import UserRoundPen from 'lucide-react/icons/user-round-pen'
import Wrench from 'lucide-react/icons/wrench'
import type { ReactNode } from 'react'
import {
  ConsoleIcon,
  DeleteIcon,
  KeyIcon,
  PowerIcon,
  RestartIcon,
  ScriptIcon,
  StartIcon,
  StopIcon,
} from '../ui/display/icons.tsx'
import type { HostCommand } from './host-rules.ts'

/** One sign a command, the same in every menu. */
export const commandIcons: Record<HostCommand, (props: { className?: string }) => ReactNode> = {
  console: ConsoleIcon,
  start: StartIcon,
  stop: PowerIcon,
  restart: RestartIcon,
  edit: ({ className }) => <Pencil className={className} />,
  resources: ({ className }) => <Sliders className={className} />,
  password: KeyIcon,
  vncPassword: KeyIcon,
  spice: ({ className }) => <MonitorPlay className={className} />,
  repairAgent: ({ className }) => <Wrench className={className} />,
  script: ScriptIcon,
  clone: ({ className }) => <Copy className={className} />,
  image: ({ className }) => <Layers className={className} />,
  rescue: ({ className }) => <LifeBuoy className={className} />,
  rescueOff: ({ className }) => <LifeBuoy className={className} />,
  isoMount: ({ className }) => <Disc3 className={className} />,
  isoEject: ({ className }) => <CircleArrowOutUpRight className={className} />,
  reinstall: ({ className }) => <HardDriveDownload className={className} />,
  owner: ({ className }) => <UserRoundPen className={className} />,
  protect: ({ className }) => <Lock className={className} />,
  protectFully: ({ className }) => <Lock className={className} />,
  retry: RestartIcon,
  reset: RestartIcon,
  powerOff: StopIcon,
  delete: DeleteIcon,
}
