'use client'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'

export type Previewed = { kernel_args: string; answer: string | null }

/** What a server would be told, with the values of one that does not exist. */
export default function TemplatePreview({
  name,
  previewed,
  onClose,
}: {
  name: string
  previewed: Previewed
  onClose: () => void
}) {
  const t = useTranslations('osTemplates.macros')
  const { kernel_args, answer } = previewed
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('previewOf', { name })}
      description={t('previewHint')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <h3 className="mb-1 text-12 font-medium">{t('kernelArgs')}</h3>
      {kernel_args ? (
        <Code label={t('kernelArgs')} text={kernel_args} />
      ) : (
        <p className="text-fg-3">{t('noKernelArgs')}</p>
      )}
      <h3 className="mt-3 mb-1 text-12 font-medium">{t('answer')}</h3>
      {answer === null ? <p className="text-fg-3">{t('noAnswer')}</p> : <Code label={t('answer')} text={answer} />}
    </Dialog>
  )
}

/** Text of a file as it is, which scrolls by itself. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="max-h-80 overflow-auto rounded-md border border-line bg-inset px-3 py-2"
    >
      <pre className="mono text-12 break-words whitespace-pre-wrap">{text}</pre>
    </section>
  )
}
