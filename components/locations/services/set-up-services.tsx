'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Location } from '../../../server/domain/location/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { CheckField, MultiPickerField, NumberField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import { BootNetworks } from './boot-networks.tsx'
import { linesOf, rangesOf, rangesText } from './boot-ranges.ts'

type Props = { location: Location; onClose: () => void }

const DEFAULT_PORT = 8080

/** Where the control host serves machines that boot from the network, and how. */
export default function SetUpServices({ location, onClose }: Props) {
  const t = useTranslations('locations.services')
  const { dci } = useTRPCClient()
  const { params_dhcp: dhcp, params_web: web, setup_info: found } = location
  const names = found.interfaces ?? []
  const able = found.interfaces_4 ?? names
  const panel = usePanelForm({
    // Fields are called as in the body, so that what the server says of one stands beside it.
    schema: z.object({
      dhcp: z.object({
        interfaces_4: z.array(pickedShape).min(1, t('form.chooseInterface')),
        ranges: z.string().refine((text) => rangesOf(text) !== null, t('form.notRanges')),
        nameservers: z
          .string()
          .refine((text) => linesOf(text).every((one) => z.ipv4().safeParse(one).success), t('form.notAddresses')),
        discovery: z.boolean(),
      }),
      web: z.object({ port: z.int().min(1).max(65_535) }),
    }),
    defaultValues: {
      dhcp: {
        interfaces_4: (dhcp.interfaces_4 ?? (able.length === 1 ? able : [])).map(asOption),
        ranges: rangesText(dhcp.ranges),
        nameservers: (dhcp.nameservers ?? []).join(', '),
        discovery: dhcp.discovery ?? false,
      },
      web: { port: web.port ?? DEFAULT_PORT },
    },
  })
  const { control } = panel.form
  const load = async (search: string) => {
    const matching = names.filter((name) => name.includes(search))
    // There are few: who mistyped sees all of them.
    const list = (matching.length > 0 ? matching : names).map(asOption)
    return { list, size: list.length }
  }
  return (
    <FormDialog
      panel={panel}
      title={t('form.title', { name: location.name })}
      description={t('form.about', { address: location.ssh_address })}
      submitLabel={t('setUp')}
      onClose={onClose}
      onSubmit={({ dhcp: { interfaces_4, ranges, nameservers, discovery }, web }) =>
        dci.location.setup.mutate({
          params: { location_id: location.id },
          body: {
            dhcp: {
              interfaces_4: interfaces_4.map(({ value }) => value),
              ranges: rangesOf(ranges) ?? [],
              nameservers: linesOf(nameservers),
              discovery,
            },
            web,
          },
        })
      }
    >
      <BootNetworks location={location.id} />
      <MultiPickerField
        control={control}
        name="dhcp.interfaces_4"
        label={t('form.interfaces')}
        hint={t('form.interfacesHint')}
        load={load}
      />
      <TextareaField
        control={control}
        name="dhcp.ranges"
        label={t('form.ranges')}
        hint={t('form.rangesHint')}
        mono
        rows={2}
        optional
      />
      <FieldRow columns={2}>
        <TextField
          control={control}
          name="dhcp.nameservers"
          label={t('form.nameservers')}
          mono
          optional
          autoComplete="off"
        />
        <NumberField
          control={control}
          name="web.port"
          label={t('form.port')}
          hint={t('form.portHint')}
          min={1}
          required
        />
      </FieldRow>
      <CheckField control={control} name="dhcp.discovery" hint={t('form.discoveryHint')}>
        {t('form.discovery')}
      </CheckField>
    </FormDialog>
  )
}

const asOption = (name: string) => ({ value: name, label: name })
