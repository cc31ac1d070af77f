'use client'
import { useTranslations } from 'use-intl'
import { PowerIcon } from '../ui/display/icons.tsx'
import { MenuButton } from '../ui/floating/menu-button.tsx'
import type { PowerServer } from './facts.ts'
import { usePowerMenu } from './use-power-menu.tsx'

/** The power menu of a server behind a button, with the dialogs that its commands ask. */
export function PowerButton({ server, size = 'md' }: { server: PowerServer; size?: 'sm' | 'md' }) {
  const t = useTranslations('power')
  const { entries, dialogs } = usePowerMenu()
  return (
    <>
      <MenuButton
        size={size}
        icon={<PowerIcon />}
        busy={server.power_action !== null}
        menuLabel={t('menuOf', { name: server.name })}
        entries={entries(server)}
      >
        {t('menu')}
      </MenuButton>
      {dialogs}
    </>
  )
}
