'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { PacketRule } from '../../../server/domain/host/packet-rules.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { type RuleSetName, ruleSetNames, rulesOfSet } from '../../../server/domain/host/rule-sets.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { CheckField, SelectField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { useRuleWords } from './rule-words.ts'

type Props = { host: Host; rules: readonly PacketRule[]; onClose: () => void }
const shape = z.object({ set: z.enum(ruleSetNames), replace: z.boolean() })

/** A ready-made set of packet rules, which is read before it is taken. */
export function RuleSetDialog({ host, rules, onClose }: Props) {
  const t = useTranslations('hosts.network.rules')
  const { vm } = useTRPCClient()
  const words = useRuleWords()
  const panel = usePanelForm({
    schema: shape,
    defaultValues: { set: 'ssh' as RuleSetName, replace: rules.length > 0 },
  })
  const { control } = panel.form
  const notes = {
    answers: t('sets.notes.answers'),
    dhcp: t('sets.notes.dhcp'),
    rest: t('sets.notes.rest'),
    mail: t('sets.notes.mail'),
  }
  const chosen = rulesOfSet(panel.form.watch('set'), notes)
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('sets.title', { name: host.name })}
      description={t('sets.about')}
      submitLabel={t('sets.apply')}
      onClose={onClose}
      onSubmit={({ set, replace }) => {
        const body = { rules: [...(replace ? [] : rules), ...rulesOfSet(set, notes)] }
        return vm.host.changePacketRules.mutate({ params: { host_id: host.id }, body })
      }}
    >
      <SelectField
        control={control}
        name="set"
        label={t('sets.set')}
        options={ruleSetNames.map((value) => ({ value, label: t(`sets.names.${value}`) }))}
      />
      {rules.length > 0 ? (
        <CheckField control={control} name="replace" hint={t('sets.replaceHint')}>
          {t('sets.replace', { count: rules.length })}
        </CheckField>
      ) : null}
      <ol
        aria-label={t('title')}
        className="flex list-decimal flex-col gap-1 rounded-md border border-line py-2 pr-3 pl-8 text-13"
      >
        {chosen.map((rule) => (
          <li key={`${rule.direction} ${rule.protocols.join()} ${rule.portstart} ${rule.action}`}>
            {t('sentence', {
              action: t(`actions.${rule.action}`),
              what: words.about(rule),
              word: t(`words.${rule.direction}`),
              whom: words.whom(rule),
            })}
            {rule.note ? <span className="text-fg-3"> {rule.note}</span> : null}
          </li>
        ))}
      </ol>
    </FormDialog>
  )
}
