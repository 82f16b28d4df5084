import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { exportArea } from '../../api/areas.ts'
import { FeedbackButton } from '../../ui/feedback-button.tsx'

interface NamedArea {
  area_id: string
  area_name: string
}

/** Saves the area as a file that another installation can import. */
export function ExportButton({ area }: { area: NamedArea }) {
  const { t } = useTranslation()
  return (
    <FeedbackButton
      icon={Download}
      label={t('Export')}
      doneLabel={t('Exported')}
      failedLabel={t('Export failed')}
      title={t('Export this business area as a file')}
      work={() => exportToFile(area)}
    />
  )
}

/** Downloads the area as a file; resolves to true. */
export async function exportToFile(area: NamedArea): Promise<true> {
  const file = await exportArea(area.area_id)
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${safeFileName(area.area_name)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 0)
  return true
}

function safeFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '_').trim() || 'business-area'
}
