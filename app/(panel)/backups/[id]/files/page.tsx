import { recordPage } from '../../../../../components/api/page.tsx'
import { BackupFilesPage } from '../../../../../components/backups/files/backup-files-page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('backupFiles')

export default recordPage(BackupFilesPage)
