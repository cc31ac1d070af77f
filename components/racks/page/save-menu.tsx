'use client'
import Download from 'lucide-react/icons/download'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { RackDiagram } from '../../../server/domain/rack/diagram.ts'
import type { Rack } from '../../../server/domain/rack/schema.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { toast } from '../../ui/floating/toast.tsx'

/** Downloads the drawing as it is seen now. */
export function SaveMenu(props: {
  rack: Rack
  diagram: RackDiagram
  seen: 'front' | 'rear'
  svg: RefObject<SVGSVGElement | null>
  usable: boolean
}) {
  const { rack, diagram, seen, svg, usable } = props
  const t = useTranslations('racks')
  const save = async (kind: 'svg' | 'png') => {
    if (!svg.current) return
    const { pictureOf, savePng, saveSvg } = await import('./save-picture.ts')
    const source = pictureOf(svg.current, diagram.list, rack.size, seen, {
      title: `${rack.name}, ${rack.location.name}, ${t(`faces.${seen}`)}`,
      free: t('free'),
      reserved: t('kinds.reserved'),
      other: t(`rows.other.${seen}`),
    })
    try {
      if (kind === 'svg') saveSvg(`${rack.name}-${seen}`, source)
      else await savePng(`${rack.name}-${seen}`, source)
    } catch (thrown) {
      toast({ kind: 'fault', title: t('saveFailed'), detail: String((thrown as Error).message ?? thrown) })
    }
  }
  return (
    <Menu
      label={t('download')}
      entries={(['svg', 'png'] as const).map((kind) => ({
        label: t(`save.${kind}`),
        ...(!usable && { disabledReason: t('save.notHere') }),
        onSelect: () => void save(kind),
      }))}
      trigger={
        <Button className="phone:hidden" icon={<Download />}>
          {t('download')}
        </Button>
      }
    />
  )
}
