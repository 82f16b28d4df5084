import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../lib/api-error.ts'
import { saveFile } from '../lib/file-name.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface ExportButtonProps {
  load: () => Promise<{ blob: Blob; disposition: string | null }>
  label?: string
  /** Used if the server sends no file name. */
  fileName: string
  /** What to say if the export fails without a reason. */
  failureText: string
}

/** Saves a file that the server makes. */
export function ExportButton({ load, label, fileName, failureText }: ExportButtonProps) {
  const { t } = useTranslation()
  const [isExporting, setExporting] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const handleExport = async () => {
    if (isExporting) return
    setExporting(true)
    setFailure(null)
    try {
      const { blob, disposition } = await load()
      saveFile(blob, /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? fileName)
    } catch (error) {
      setFailure(describeError(error, failureText))
    } finally {
      setExporting(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {failure !== null && (
        <span className="text-danger text-meta" role="alert">
          {failure}
        </span>
      )}
      <Button disabled={isExporting} onClick={() => void handleExport()}>
        <Icon of={Download} />
        {isExporting ? t('Exporting...') : (label ?? t('Export CSV'))}
      </Button>
    </div>
  )
}
