import { page } from '../../../components/api/page.tsx'
import { BackupLocationsPage } from '../../../components/backup-locations/backup-locations-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('backupLocations')

export default page(BackupLocationsPage, 'admin')
