'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { PlatformForm } from './platform-form.tsx'
import { SocketForm } from './socket-form.tsx'
import type { HardwareAsking } from './use-hardware-actions.tsx'

/** What a command on the hardware catalogue asks before it is done. Loaded with the first of them. */
export default function HardwareDialogs({ asked, onClose }: { asked: HardwareAsking; onClose: () => void }) {
  const t = useTranslations('hardware')
  const { dci } = useTRPCClient()
  switch (asked.command) {
    case 'createPlatform':
      return <PlatformForm onClose={onClose} />
    case 'createSocket':
      return <SocketForm onClose={onClose} />
    case 'editPlatform':
      return <PlatformForm platform={asked.platform} onClose={onClose} />
    case 'editSocket':
      return <SocketForm socket={asked.socket} onClose={onClose} />
    case 'deletePlatform':
      return (
        <DeleteObject
          name={asked.platform.name}
          lost={t('platform.lost')}
          action={t('platform.delete')}
          list={paths.hardware()}
          run={() => dci.platform.delete.mutate({ params: { platform_id: asked.platform.id } })}
          onClose={onClose}
        />
      )
    case 'deleteSocket':
      return (
        <DeleteObject
          name={asked.socket.name}
          lost={t('socket.lost')}
          action={t('socket.delete')}
          list={paths.hardware('sockets')}
          run={() => dci.cpuSocket.delete.mutate({ params: { cpu_socket_id: asked.socket.id } })}
          onClose={onClose}
        />
      )
  }
}
