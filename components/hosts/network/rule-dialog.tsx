'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import {
  type PacketRule,
  type PacketRules,
  packetActions,
  packetDirections,
  packetRule,
} from '../../../server/domain/host/packet-rules.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { CheckField, NumberField, PickerField, SelectField, TextareaField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { useRefusal } from '../../i18n/use-refusal.ts'
import { typeahead } from '../../resource/loaders.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'
import { hasPorts, peersOf, protocols, ruleOf, sources, valuesOf } from './rule-values.ts'
import { useRuleWords } from './rule-words.ts'

type Props = {
  host: Host
  rules: readonly PacketRule[]
  of: Pick<PacketRules, 'actions' | 'groups'>
  at: number | null
  onClose: () => void
}

/** One packet rule, as a sentence that is read below the fields. */
export function RuleDialog({ host, rules, of: { actions, groups }, at, onClose }: Props) {
  const t = useTranslations('hosts.network.rules')
  const common = useTranslations('resource')
  const { vm } = useTRPCClient()
  const refusal = useRefusal()
  const owner = host.account?.id ?? 0
  const load = groupLoader(vm, owner)
  const shape = z
    .object({
      action: z.enum(packetActions),
      direction: z.enum(packetDirections),
      protocol: z.enum(protocols),
      portstart: z.int().min(1).max(65_535).nullable(),
      portend: z.int().min(1).max(65_535).nullable(),
      source: z.enum(sources),
      peers: z.string(),
      group: pickedShape.nullable(),
      rate: z.int().min(1).max(1_000_000).nullable(),
      note: z.string().max(120),
      enabled: z.boolean(),
    })
    .refine(({ source, peers }) => source !== 'peers' || packetRule.shape.peers.safeParse(peersOf(peers)).success, {
      path: ['peers'],
      message: t('peersWrong'),
    })
    .refine(({ source, group }) => source !== 'group' || group !== null, {
      path: ['group'],
      message: t('groupMissing'),
    })
    .refine(({ portstart, portend }) => portend === null || (portstart ?? Number.POSITIVE_INFINITY) <= portend, {
      path: ['portend'],
      message: t('portsWrong'),
    })
  const present = at === null ? undefined : rules[at]
  const panel = usePanelForm({ schema: shape, defaultValues: valuesOf(present, groups) })
  const { control } = panel.form
  const now = panel.form.watch()
  const whole = ruleOf(now)
  const chosen = now.group && { id: Number(now.group.value), name: now.group.label }
  const words = useRuleWords(chosen ? [chosen] : [])
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={present ? t('editTitle', { number: (at ?? 0) + 1 }) : t('addTitle', { name: host.name })}
      description={t('dialogAbout')}
      submitLabel={present ? common('save') : t('add')}
      onClose={onClose}
      onSubmit={(values) => {
        const rule = ruleOf(values)
        const changed = at === null ? [...rules, rule] : rules.map((one, n) => (n === at ? rule : one))
        return vm.host.changePacketRules.mutate({ params: { host_id: host.id }, body: { rules: changed } })
      }}
    >
      <FieldRow columns={3}>
        <SelectField
          control={control}
          name="action"
          label={t('rule')}
          options={packetActions.map((value) => ({
            value,
            label: t(`actions.${value}`),
            disabled: !actions.includes(value),
          }))}
          hint={actions.includes('reject') ? t('rejectHint') : refusal('reject')}
        />
        <SelectField
          control={control}
          name="direction"
          label={t('direction')}
          options={packetDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
        />
        <SelectField
          control={control}
          name="protocol"
          label={t('what')}
          options={protocols.map((value) => ({ value, label: t(`protocols.${value}`) }))}
        />
      </FieldRow>
      <FieldRow columns={3}>
        {hasPorts(now.protocol) ? (
          <>
            <NumberField
              control={control}
              name="portstart"
              label={t('portstart')}
              min={1}
              max={65_535}
              placeholder={t('allPorts')}
            />
            <NumberField
              control={control}
              name="portend"
              label={t('portend')}
              min={1}
              max={65_535}
              placeholder={t('samePort')}
            />
          </>
        ) : null}
        <NumberField
          control={control}
          name="rate"
          label={t('rate')}
          min={1}
          max={1_000_000}
          placeholder={t('noRate')}
        />
      </FieldRow>
      <SelectField
        control={control}
        name="source"
        label={t('source')}
        options={sources.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      {now.source === 'group' ? (
        <PickerField
          control={control}
          name="group"
          label={t('group')}
          hint={t('groupHint')}
          load={load}
          placeholder={t('groupChoose')}
          required
        />
      ) : (
        <TextareaField control={control} name="peers" label={t(`whom.${now.direction}`)} hint={t('peersHint')} mono />
      )}
      <TextField control={control} name="note" label={t('note')} maxLength={120} autoComplete="off" />
      <CheckField control={control} name="enabled">
        {t('enabled')}
      </CheckField>
      <output className="block rounded-md border border-line px-3 py-2 text-13">
        {t('sentence', {
          action: t(`actions.${whole.action}`),
          what: words.about(whole),
          word: t(`words.${whole.direction}`),
          // As long as no group is chosen it is not said to be anywhere.
          whom: now.source === 'group' && !chosen ? '…' : words.whom(whole),
        })}
      </output>
    </FormDialog>
  )
}

/** Groups that rules of an owner's VM may name. */
const groupLoader = (vm: ReturnType<typeof useTRPCClient>['vm'], owner: number) =>
  typeahead(vm.addressGroup.list.query, {
    where: `(account EQ ${owner}) OR (for_all EQ true)`,
    more: (one) => ({ hint: one.members.join(', ') }),
  })
