'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { CodeField } from './code-field.tsx'
import { type Offer, RecoveryCodes, SetUpFactor } from './second-factor-setup.tsx'

/** Whether a code is owed at every sign-in, and the way to turn that on and off. */
export function SecondFactor({ email, enabled }: { email: string; enabled: boolean }) {
  const t = useTranslations('account.factor')
  const { auth } = useTRPCClient()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [disabling, setDisabling] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const begin = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      // The library is wanted here alone, and rarely.
      const [{ secret, url }, { default: qrcode }] = await Promise.all([
        auth.secondFactor.enable.mutate({ body: {} }),
        import('qrcode'),
      ])
      if (secret && url) setOffer({ secret, picture: await qrcode.toDataURL(url, { margin: 3, width: 200 }) })
    } catch (thrown) {
      setFailure(apiFault(thrown).msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <State kind={enabled ? 'ok' : 'off'}>{enabled ? t('on') : t('off')}</State>
      {enabled ? (
        <Button onClick={() => setDisabling(true)}>{t('disable')}</Button>
      ) : (
        <Button busy={busy} onClick={() => void begin()}>
          {t('enable')}
        </Button>
      )}
      {failure ? <Notice kind="fault">{failure}</Notice> : null}
      {offer ? <SetUpFactor offer={offer} onConfirmed={setCodes} onClose={() => setOffer(null)} /> : null}
      {codes ? <RecoveryCodes email={email} codes={codes} onClose={() => setCodes(null)} /> : null}
      {disabling ? <TurnOff onClose={() => setDisabling(false)} /> : null}
    </div>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.factor')
  const { auth } = useTRPCClient()
  const panel = usePanelForm({
    schema: async () => (await import('./rules.ts')).codeRules(t('disableCodeMissing'), true),
    defaultValues: { code: '' },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('disableTitle')}
      description={t('disableHint')}
      submitLabel={t('disable')}
      onClose={onClose}
      onSubmit={async (body) => {
        await auth.secondFactor.disable.mutate({ body })
      }}
    >
      <CodeField control={panel.form.control} label={t('disableCode')} />
    </FormDialog>
  )
}
