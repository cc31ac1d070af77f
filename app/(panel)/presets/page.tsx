import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PresetsPage } from '../../../components/presets/presets-page.tsx'

export const generateMetadata = () => pageTitle('presets')

export default function Page() {
  return (
    <AdminsOnly>
      <PresetsPage />
    </AdminsOnly>
  )
}
