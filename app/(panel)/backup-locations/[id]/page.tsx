import { recordPage } from '../../../../components/api/page.tsx'
import { BackupLocationPage } from '../../../../components/backup-locations/page/location-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('backupLocations')

export default recordPage(BackupLocationPage, 'admin')
