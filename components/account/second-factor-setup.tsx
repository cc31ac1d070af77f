'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Copyable, CopyButton } from '../ui/controls/copy.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { CodeField } from './code-field.tsx'

/** A secret that counts for nothing until a code of it is given; `picture` is its QR code as a data URL. */
export type Offer = { secret: string; picture: string }

const SIDE = 200

/** Shows the secret and asks for the first code of it. */
export function SetUpFactor(props: {
  offer: Offer
  onConfirmed: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const { offer, onConfirmed, onClose } = props
  const t = useTranslations('account.factor')
  const { auth } = useTRPCClient()
  const panel = usePanelForm({
    schema: async () => (await import('./rules.ts')).codeRules(t('codeMissing'), false),
    defaultValues: { code: '' },
  })
  return (
    <FormDialog
      panel={panel}
      title={t('setUpTitle')}
      description={t('setUpHint')}
      submitLabel={t('confirm')}
      onClose={onClose}
      onSubmit={async (body) => {
        const { recovery_codes } = await auth.secondFactor.enable.mutate({ body })
        onConfirmed(recovery_codes ?? [])
      }}
    >
      <div className="flex flex-wrap items-start gap-4">
        {/* biome-ignore lint/performance/noImgElement: made in the browser, there is nothing to optimise */}
        <img src={offer.picture} alt={t('qr')} width={SIDE} height={SIDE} className="rounded-md border border-line" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="mb-1 text-12 text-fg-3">{t('secret')}</p>
          <Copyable text={offer.secret}>
            <span className="break-all whitespace-normal">{offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </Copyable>
        </div>
      </div>
      <CodeField control={panel.form.control} label={t('code')} />
    </FormDialog>
  )
}

/** The codes for the day the authenticator is lost: this once. */
export function RecoveryCodes(props: { email: string; codes: readonly string[]; onClose: () => void }) {
  const { email, codes, onClose } = props
  const t = useTranslations('account.factor')
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${email}\n\n${text}\n`)}`
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('codesTitle')}
      description={t('codesHint')}
      footer={
        <>
          <Button asChild>
            <a href={file} download="recovery-codes.txt">
              {t('download')}
            </a>
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
      footerNote={<CopyButton text={text} label={t('copyCodes')} withWord />}
    >
      <ul className="mono grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-inset px-4 py-3">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
