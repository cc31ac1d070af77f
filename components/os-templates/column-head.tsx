'use client'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { servesBoot } from '../../server/domain/location/states.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { useByteSizes } from '../ui/display/use-byte-sizes.ts'

/** A location over its column: how many templates it has, or why it takes none, and the way to bring all up to date. */
export function ColumnHead({ location, onUpdate }: { location: Location; onUpdate: () => void }) {
  const t = useTranslations('osTemplates')
  const { there, need_update, failed } = location.os_templates
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <TextLink plain href={paths.location(location.id, 'templates')} className="block truncate font-medium">
          {location.name}
        </TextLink>
        <span className="block truncate text-12 text-fg-3">
          {servesBoot(location) ? (
            <span className="flex gap-2">
              {failed > 0 ? (
                <State kind="fault">{t('failedCount', { count: failed })}</State>
              ) : (
                t('thereCount', { count: there })
              )}
              <Room location={location} />
            </span>
          ) : location.status === 'setup' ? (
            <State kind="run">{t('settingUp')}</State>
          ) : (
            <TextLink href={paths.location(location.id, 'services')}>{t('noServices')}</TextLink>
          )}
        </span>
      </div>
      {need_update > 0 && servesBoot(location) ? (
        <Button
          size="sm"
          aria-label={t('updateAllOf', { count: need_update, location: location.name })}
          onClick={onUpdate}
        >
          {t('updateAll', { count: need_update })}
        </Button>
      ) : null}
    </div>
  )
}

/** Less than this part of the disk is free: the next template may not fit. */
const LITTLE = 0.1

/** How full the disk of the location is that holds templates, as it was last seen. */
function Room({ location: { components } }: { location: Location }) {
  const t = useTranslations('osTemplates')
  const size = useByteSizes()
  const { bytes = null, free_bytes = null } = components.find(({ component }) => component === 'disk') ?? {}
  if (bytes === null || free_bytes === null || bytes === 0) return null
  const words = t('room', { used: size(bytes - free_bytes), bytes: size(bytes) })
  return free_bytes < bytes * LITTLE ? <State kind="warn">{words}</State> : words
}
