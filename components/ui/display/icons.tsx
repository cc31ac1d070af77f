import type { ReactNode, SVGProps } from 'react'
import { cn } from '../class-names.ts'

// The panel's own signs, one an idea, drawn on a 16 px grid with 1.5 px lines like the general signs from Lucide.

export type IconProps = SVGProps<SVGSVGElement>
export type IconComponent = (props: IconProps) => ReactNode

const glyph = (body: ReactNode): IconComponent =>
  function Glyph({ className, ...rest }) {
    return (
      <svg
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={cn('block size-4 flex-none', className)}
        {...rest}
      >
        {body}
      </svg>
    )
  }

export const OverviewIcon = glyph(
  <>
    <rect x="2.25" y="2.25" width="4.75" height="6" rx="1" />
    <rect x="9" y="2.25" width="4.75" height="3.5" rx="1" />
    <rect x="9" y="7.75" width="4.75" height="6" rx="1" />
    <rect x="2.25" y="10.25" width="4.75" height="3.5" rx="1" />
  </>,
)
export const LocationIcon = glyph(
  <>
    <path d="M8 14.25s4.75-4.2 4.75-7.75a4.75 4.75 0 0 0-9.5 0C3.25 10.05 8 14.25 8 14.25Z" />
    <circle cx="8" cy="6.5" r="1.6" />
  </>,
)
export const InventoryIcon = glyph(
  <>
    <path d="M2 5 8 2l6 3v6l-6 3-6-3Z" />
    <path d="M2 5l6 3 6-3M8 8v6" />
  </>,
)
export const ScriptIcon = glyph(<path d="M5 4.5 1.75 8 5 11.5M11 4.5 14.25 8 11 11.5M9.5 2.75l-3 10.5" />)
export const RackIcon = glyph(
  <>
    <rect x="3" y="1.75" width="10" height="12.5" rx="1.25" />
    <path d="M5.75 5h4.5M5.75 8h4.5M5.75 11h4.5" />
  </>,
)
export const RecordingIcon = glyph(
  <>
    <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
    <circle cx="8" cy="8" r="2.25" fill="currentColor" />
  </>,
)
export const ServerIcon = glyph(
  <>
    <rect x="1.75" y="2.75" width="12.5" height="4.5" rx="1" />
    <rect x="1.75" y="8.75" width="12.5" height="4.5" rx="1" />
    <path d="M4.25 5h.01M4.25 11h.01M8.5 5h3M8.5 11h3" />
  </>,
)
export const NetworkSwitchIcon = glyph(
  <>
    <rect x="1.75" y="4.5" width="12.5" height="7" rx="1" />
    <path d="M4.5 7.25v1.5M6.85 7.25v1.5M9.15 7.25v1.5M11.5 7.25v1.5" />
  </>,
)
export const PduIcon = glyph(
  <path d="M5.75 1.75v3M10.25 1.75v3M3.75 4.75h8.5v2.5a4.25 4.25 0 0 1-8.5 0zM8 11.5v2.75" />,
)
export const ChassisIcon = glyph(
  <>
    <rect x="1.75" y="3" width="12.5" height="10" rx="1" />
    <path d="M4.9 3v10M8 3v10M11.1 3v10" />
  </>,
)
export const VlanIcon = glyph(
  <>
    <path d="M2 7.3V3a1 1 0 0 1 1-1h4.3a1 1 0 0 1 .7.3l5.6 5.6a1 1 0 0 1 0 1.4l-4.3 4.3a1 1 0 0 1-1.4 0L2.3 8a1 1 0 0 1-.3-.7Z" />
    <path d="M5.25 5.25h.01" />
  </>,
)
export const HardwareIcon = glyph(
  <>
    <rect x="4" y="4" width="8" height="8" rx="1" />
    <path d="M6.5 1.75V4M9.5 1.75V4M6.5 12v2.25M9.5 12v2.25M1.75 6.5H4M1.75 9.5H4M12 6.5h2.25M12 9.5h2.25" />
  </>,
)
export const VmIcon = glyph(
  <>
    <rect x="1.75" y="2.5" width="12.5" height="8.5" rx="1.25" />
    <path d="M5.25 13.75h5.5M8 11v2.75" />
  </>,
)
export const ClusterIcon = glyph(
  <>
    <circle cx="8" cy="4" r="2" />
    <circle cx="4" cy="11.5" r="2" />
    <circle cx="12" cy="11.5" r="2" />
    <path d="M7.1 5.8 4.9 9.7M8.9 5.8l2.2 3.9M6 11.5h4" />
  </>,
)
export const StorageIcon = glyph(
  <>
    <ellipse cx="8" cy="4" rx="5.25" ry="2" />
    <path d="M2.75 4v8c0 1.1 2.35 2 5.25 2s5.25-.9 5.25-2V4" />
    <path d="M2.75 8c0 1.1 2.35 2 5.25 2s5.25-.9 5.25-2" />
  </>,
)
export const BackupIcon = glyph(
  <>
    <rect x="2" y="2.75" width="12" height="3.5" rx="1" />
    <path d="M3 6.25v6a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-6M6.5 9h3" />
  </>,
)
export const NodeIcon = glyph(
  <>
    <rect x="1.75" y="5" width="12.5" height="6" rx="1" />
    <path d="M4.5 8h.01M7.25 8h4.25" />
  </>,
)
export const ImageIcon = glyph(<path d="M8 2.25 14 5.25 8 8.25 2 5.25ZM2 8.25l6 3 6-3M2 11l6 3 6-3" />)
/** A file that a machine is booted into. */
export const OsTemplateIcon = glyph(
  <path d="M9.25 1.75H4.5A1.25 1.25 0 0 0 3.25 3v10A1.25 1.25 0 0 0 4.5 14.25h7A1.25 1.25 0 0 0 12.75 13V5.25ZM9.25 1.75v3.5h3.5M6.75 8.25v3.5l3-1.75Z" />,
)
/** Sliders set to a size. */
export const PresetIcon = glyph(
  <path d="M2 4.25h6.5m3.5 0h2M2 8h2m3.5 0H14M2 11.75h7.5m3.5 0h1M8.5 2.75v3M4 6.5v3M9.5 10.25v3" />,
)
export const CatalogueIcon = glyph(
  <path d="M3 12.5V3A1.25 1.25 0 0 1 4.25 1.75H13v12.5H4.75A1.75 1.75 0 0 1 3 12.5ZM3 12.5a1.75 1.75 0 0 1 1.75-1.75H13" />,
)
export const ProblemIcon = glyph(
  <>
    <path d="M7.13 2.4a1 1 0 0 1 1.74 0l5.4 9.8a1 1 0 0 1-.87 1.5H2.6a1 1 0 0 1-.87-1.5Z" />
    <path d="M8 6.25v3M8 11.4h.01" />
  </>,
)
export const AddressIcon = glyph(<path d="M6.25 2.5 4.75 13.5M11.25 2.5 9.75 13.5M2.75 5.75h11M2.25 10.25h11" />)
export const ActivityIcon = glyph(<path d="M1.75 8h2.75l2-5 3 10 2-5h2.75" />)
export const AdministrationIcon = glyph(<path d="M8 1.75 13 3.5v4.25c0 3-2 5.25-5 6.5-3-1.25-5-3.5-5-6.5V3.5Z" />)
export const ConsoleIcon = glyph(
  <>
    <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.25" />
    <path d="m4.5 6 2 2-2 2M8.5 10h3" />
  </>,
)
export const MigrateIcon = glyph(
  <path d="M1.75 8h8.5M7 4.75 10.25 8 7 11.25M10 2.25h3.25a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H10" />,
)
export const PowerIcon = glyph(<path d="M8 1.75V7M4.6 4.1a5.25 5.25 0 1 0 6.8 0" />)
export const RestartIcon = glyph(<path d="M13.25 8a5.25 5.25 0 1 1-1.6-3.75L13.5 6M13.5 2.75V6h-3.25" />)
export const StartIcon = glyph(<path d="M4.5 2.75v10.5L13 8Z" />)
export const StopIcon = glyph(<rect x="3.5" y="3.5" width="9" height="9" rx="1" />)
export const DeleteIcon = glyph(
  <path d="M2.75 4.25h10.5M6 4.25V2.5h4v1.75M4 4.25l.6 8.5a1 1 0 0 0 1 .95h4.8a1 1 0 0 0 1-.95l.6-8.5" />,
)
export const KeyIcon = glyph(
  <>
    <circle cx="5" cy="11" r="2.75" />
    <path d="m7 9 6.25-6.25M10.5 5.5l2 2" />
  </>,
)
export const UserIcon = glyph(
  <>
    <circle cx="8" cy="5.25" r="2.75" />
    <path d="M2.75 14a5.25 5.25 0 0 1 10.5 0" />
  </>,
)
export const UsersIcon = glyph(
  <>
    <circle cx="6" cy="5.5" r="2.5" />
    <path d="M1.5 13.5a4.5 4.5 0 0 1 9 0M10.5 3.25a2.5 2.5 0 0 1 0 4.5M12 9.75a4.5 4.5 0 0 1 2.5 3.75" />
  </>,
)
export const SidebarIcon = glyph(
  <>
    <rect x="2" y="2.75" width="12" height="10.5" rx="1.25" />
    <path d="M6 2.75v10.5" />
  </>,
)
export const PopOutIcon = glyph(
  <>
    <rect x="1.75" y="4.75" width="9.5" height="8.5" rx="1" />
    <path d="M5 2.5h8.25a1 1 0 0 1 1 1V11" />
  </>,
)
export const KeyboardIcon = glyph(
  <>
    <rect x="1.5" y="4" width="13" height="8" rx="1.25" />
    <path d="M4 6.75h.01M6.65 6.75h.01M9.35 6.75h.01M12 6.75h.01M5 9.5h6" />
  </>,
)
export const ColumnsIcon = glyph(
  <>
    <rect x="2" y="2.75" width="12" height="10.5" rx="1" />
    <path d="M6 2.75v10.5M10 2.75v10.5" />
  </>,
)
export const GripIcon = glyph(<path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" strokeWidth="1.8" />)
export const RemoteIcon = glyph(
  <path d="M8 9v5M5.5 14h5M10.5 4.5a3.5 3.5 0 0 1 0 5M5.5 9.5a3.5 3.5 0 0 1 0-5M12.5 2.5a6.4 6.4 0 0 1 0 9M3.5 11.5a6.4 6.4 0 0 1 0-9M8 7h.01" />,
)
export const MoreIcon = glyph(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />)
export const LockIcon = glyph(
  <>
    <rect x="3" y="7" width="10" height="6.75" rx="1" />
    <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
  </>,
)
