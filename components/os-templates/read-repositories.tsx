'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useRepositoryActions } from '../images/use-repository-actions.tsx'
import { useRunningTasks } from '../shell/use-running-tasks.ts'
import { Button } from '../ui/controls/button.tsx'
import { RestartIcon } from '../ui/display/icons.tsx'

const withTemplates = { query: { where: 'os_template_count GT 0', orderby: 'name', limit: '0,1000' } }

/** Reads all repositories again that offer templates. */
export function ReadRepositories() {
  const t = useTranslations('osTemplates')
  const { vm } = useTRPCClient()
  const { read } = useRepositoryActions()
  const { list } = useRunningTasks()
  const [asking, setAsking] = useState(false)
  const reading = list.some(({ entity }) => entity === 'repository')
  const readAll = async () => {
    setAsking(true)
    try {
      const { list: all } = await vm.repository.list.query(withTemplates)
      for (const repository of all) await read(repository)
    } catch (fault) {
      faultToast(t('notRead'))(fault)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button icon={<RestartIcon />} busy={asking || reading} onClick={() => void readAll()}>
      {t('readRepositories')}
    </Button>
  )
}
